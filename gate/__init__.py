"""The sentence gate: a streamed answer is checked sentence by sentence, then released.

Strings in, decisions out: standard library only, no I/O, no clock, no logging, no global state. Nothing that the gate
returns, raises or prints holds text that it withheld.
"""

from __future__ import annotations

from .checks import Reason
from .explain import ExplainedValue, Support, explain
from .rules import GateRules
from .sentence_gate import Outcome, Released, SentenceGate, State
from .sentences import SentenceSplitter
from .sources import Source

__all__ = [
    "ExplainedValue",
    "GateRules",
    "Outcome",
    "Reason",
    "Released",
    "SentenceGate",
    "SentenceSplitter",
    "Source",
    "Support",
    "State",
    "explain",
]
