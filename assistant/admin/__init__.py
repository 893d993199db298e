"""The admin of the assistant: a module a page. Registered on import."""

from . import conversations, profile, spend, turns, withheld

__all__ = ["conversations", "profile", "spend", "turns", "withheld"]
