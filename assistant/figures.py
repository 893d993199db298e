"""One turn in figures: what the log says of it, and what it adds to the totals. Ids, codes, counts, times; no text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from . import tallies
from .spend import Booked
from .usage import Usage


@dataclass(frozen=True)
class Figures:
    """What became of one turn. ``opened_at`` and the keys are ``None`` where it could not even be opened."""

    turn: int | None
    conversation: int | None
    locale: str
    status: str
    refusal: str
    error: str
    reasons: tuple[str, ...]
    sentences: int
    characters: int
    withheld_characters: int
    provider: str
    model: str
    usage: Usage
    booked: Booked
    opened_at: datetime | None
    first_sentence_at: datetime | None
    closed_at: datetime

    def line(self) -> str:
        """``name=value`` with spaces between, for one line of the log; an empty value where there is none."""
        fields = {
            "turn": self.turn or "",
            "conversation": self.conversation or "",
            "locale": self.locale,
            "status": self.status,
            "refusal": self.refusal,
            "error": self.error,
            "reasons": ",".join(self.reasons),
            "sentences": self.sentences,
            "characters": self.characters,
            "withheld_characters": self.withheld_characters,
            "provider": self.provider,
            "model": "_".join(self.model.split()),
            "input_tokens": self.usage.input_tokens,
            "cached_tokens": self.usage.cached_tokens,
            "output_tokens": self.usage.output_tokens,
            "cost_micros": self.booked.micros,
            "estimated": int(self.booked.estimated or self.usage.estimated),
            "retries": self.usage.retries,
            "first_sentence_ms": self._milliseconds(self.first_sentence_at),
            "ms": self._milliseconds(self.closed_at),
        }
        return " ".join(f"{name}={value}" for name, value in fields.items())

    def counts(self) -> Counter[tallies.Key]:
        """All that a closed turn adds to the totals."""
        counts: Counter[tallies.Key] = Counter({(tallies.TURNS, self.status): 1})
        for reason in self.reasons:
            counts[tallies.STOPS, reason] += 1
        if self.refusal:
            counts[tallies.REFUSALS, self.refusal] += 1
        if self.error:
            counts[tallies.FAILURES, self.error] += 1
        model = f"{self.provider} {self.model}".strip()
        for kind in ("input", "cached", "output"):
            counts[tallies.TOKENS, f"{kind} {model}"] += getattr(self.usage, f"{kind}_tokens")
        counts[tallies.RETRIES, model] += self.usage.retries
        if self.opened_at is not None:
            counts.update(tallies.observed(tallies.ANSWER, self.closed_at - self.opened_at))
            if self.first_sentence_at is not None:
                counts.update(tallies.observed(tallies.FIRST_SENTENCE, self.first_sentence_at - self.opened_at))
        return counts

    def _milliseconds(self, end: datetime | None) -> int | str:
        if self.opened_at is None or end is None:
            return ""
        return round((end - self.opened_at).total_seconds() * 1000)
