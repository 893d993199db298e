"""One claim over one source, for the files that try kinds of values."""

from __future__ import annotations

from gate import GateRules, Reason, SentenceGate, State

ENDS = {"hi": "।", "zh": "。"}


def reasons(
    source: str, claim: str, language: str = "en", *, question: str = "", rules: GateRules | None = None
) -> set[Reason]:
    """Why ``claim``, a sentence without its full stop that cites ``source``, is stopped; empty where it passes."""
    gate = SentenceGate([source], language, question=question, rules=rules)
    outcome = gate.feed(f"{claim} [S1]{ENDS.get(language, '.')}")
    return set(outcome.reasons) if gate.state is State.STOPPED else set(gate.finish().reasons)


def is_supported(language: str, source: str, claim: str) -> bool:
    """Whether ``claim`` passes as far as values and names go."""
    return not reasons(source, claim, language) & {Reason.VALUE_UNSUPPORTED, Reason.NAME_UNSUPPORTED}
