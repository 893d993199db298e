"""An answer without a model: the sentences of the sources that say what was asked, as they stand there."""

from .choosing import Chosen, choose

__all__ = ["Chosen", "choose"]
