"""Every setting of the assistant, typed: nothing else reads ``settings.ASSISTANT_*``.

Read live, so a test that overrides a setting sees its effect. What the owner decides in the site profile wins over
these: ask ``assistant.identity`` for the score floor, the gate's rules and whether the assistant is paused.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

#: Providers that cost money per token: they need a key, a price and room under the cap.
PAID_PROVIDERS = ("anthropic", "openai")
PROVIDER_NAMES = ("extractive", *PAID_PROVIDERS, "scripted")
MICROS = 1_000_000
LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "::1")


#: What the input costs, in plain input tokens, that a vendor writes to its prompt cache because we asked it to.
CACHE_WRITE_FACTORS = {"anthropic": Decimal("1.25")}


@dataclass(frozen=True)
class Price:
    """What one model costs: currency per million tokens, which is the same number in micros per token.

    ``cached`` is for input that the vendor had in its prompt cache; without it that costs like any other input.
    """

    input: Decimal
    output: Decimal
    cached: Decimal | None = None


@dataclass(frozen=True)
class TimeLimits:
    """How long one answer may take, in seconds: each wait, and the whole."""

    connect: float = 10
    first_piece: float = 30
    between_pieces: float = 20
    whole_answer: float = 120


def read_price(raw: Any) -> Price | None:
    """``[3, 15]``, ``[3, 15, 0.3]`` or ``{"input": 3, "output": 15, "cached": 0.3}``; ``None`` for anything else."""
    if isinstance(raw, dict) and {"input", "output"} <= set(raw) <= {"input", "output", "cached"}:
        raw = [raw[name] for name in ("input", "output", "cached") if name in raw]
    if not isinstance(raw, (list, tuple)) or len(raw) not in (2, 3):
        return None
    if any(isinstance(part, bool) or not isinstance(part, (int, float, Decimal)) for part in raw):
        return None
    amounts = [Decimal(str(part)) for part in raw]
    if any(not amount.is_finite() or amount < 0 for amount in amounts):
        return None
    return Price(*amounts)


class Conf:
    """The settings by name, each with its meaning."""

    #: How many earlier turns, and how many characters of them, go with a question.
    history_turns = 6
    history_characters = 6_000

    @property
    def provider(self) -> str:
        """One of ``PROVIDER_NAMES``."""
        return str(settings.ASSISTANT_PROVIDER)

    @property
    def model(self) -> str:
        """The provider's model; empty for the providers that have none."""
        return str(settings.ASSISTANT_MODEL)

    @property
    def time_limits(self) -> TimeLimits:
        """How long one answer may take."""
        return TimeLimits(
            connect=float(settings.ASSISTANT_CONNECT_SECONDS),
            first_piece=float(settings.ASSISTANT_FIRST_PIECE_SECONDS),
            between_pieces=float(settings.ASSISTANT_BETWEEN_PIECES_SECONDS),
            whole_answer=float(settings.ASSISTANT_WHOLE_ANSWER_SECONDS),
        )

    @property
    def script(self) -> Path | None:
        """The file that the scripted provider replays."""
        return Path(settings.ASSISTANT_SCRIPT) if settings.ASSISTANT_SCRIPT else None

    @property
    def script_delay_ms(self) -> int:
        """Milliseconds between two pieces of the script."""
        return int(settings.ASSISTANT_SCRIPT_DELAY_MS)

    @property
    def api_key(self) -> str:
        """The chosen provider's key; empty when there is none. Never logged, never shown."""
        return str(getattr(settings, f"{self.provider.upper()}_API_KEY", ""))

    @property
    def base_url(self) -> str:
        """The chosen provider's address where it is not the vendor's own."""
        return str(getattr(settings, f"{self.provider.upper()}_BASE_URL", ""))

    @property
    def company(self) -> str:
        """Who receives the visitor's words; empty where they stay on this machine."""
        if self.provider not in PAID_PROVIDERS:
            return ""
        if self.base_url:
            host = urlsplit(self.base_url).hostname or ""
            return "" if host in LOOPBACK_HOSTS else host
        return {"anthropic": "Anthropic", "openai": "OpenAI"}[self.provider]

    @property
    def receivers(self) -> tuple[str, ...]:
        """Everybody who receives the visitor's words: who answers, and who embeds questions for the search."""
        embeddings = settings.CORPUS_EMBEDDINGS
        host = urlsplit(embeddings).hostname or "" if "://" in embeddings else ""
        found = (self.company, "" if host in LOOPBACK_HOSTS else host)
        return tuple(dict.fromkeys(name for name in found if name))

    @property
    def prices(self) -> dict[str, Price]:
        """The readable prices by model; a system check names the others."""
        raw = settings.ASSISTANT_PRICES if isinstance(settings.ASSISTANT_PRICES, dict) else {}
        prices = {str(model): read_price(price) for model, price in raw.items()}
        return {model: price for model, price in prices.items() if price is not None}

    @property
    def monthly_cap(self) -> int | None:
        """The cap in micros; 0 means no paid answers at all, ``None`` means no cap."""
        cap = settings.ASSISTANT_MONTHLY_CAP
        return None if cap is None else int(Decimal(cap) * MICROS)

    @property
    def currency(self) -> str:
        """What the prices and the cap are in, as people read it: ``EUR``, ``€``; empty where nobody said."""
        return str(settings.ASSISTANT_CURRENCY)

    @property
    def owner_email(self) -> str:
        """Who hears of the cap; empty where nobody does, or where there is no mail server."""
        return str(settings.ASSISTANT_OWNER_EMAIL) if settings.EMAIL_IS_SET else ""

    @property
    def owner_language(self) -> str:
        """The language in which the owner is written to."""
        return str(settings.ASSISTANT_OWNER_LANGUAGE)

    @property
    def metrics_token(self) -> str:
        """What a reader of ``/metrics`` must present; empty: there is no such address. Never logged, never shown."""
        return str(settings.ASSISTANT_METRICS_TOKEN)

    @property
    def max_output_tokens(self) -> int:
        """The most that a model may write in one answer."""
        return int(settings.ASSISTANT_MAX_OUTPUT_TOKENS)

    @property
    def score_floor(self) -> float:
        """The least score that counts as covered: the environment's, else the calibrated default of the search."""
        if settings.ASSISTANT_SCORE_FLOOR is not None:
            return float(settings.ASSISTANT_SCORE_FLOOR)
        from corpus.search import DEFAULT_FLOOR

        return float(DEFAULT_FLOOR)

    @property
    def source_limit(self) -> int:
        """How many passages one prompt holds."""
        return int(settings.ASSISTANT_SOURCES)

    @property
    def rate_limit(self) -> tuple[int, int]:
        """So many questions in so many seconds."""
        count, seconds = settings.ASSISTANT_RATE_LIMIT
        return int(count), int(seconds)

    @property
    def max_streams(self) -> int:
        """How many answers one process streams at once."""
        return int(settings.ASSISTANT_MAX_STREAMS)

    @property
    def max_streams_total(self) -> int | None:
        """How many answers all processes stream at once; ``None`` means that only each process has its limit."""
        total = settings.ASSISTANT_MAX_STREAMS_TOTAL
        return None if total is None else int(total)

    @property
    def trusted_proxies(self) -> int:
        """How many proxies of ours stand in front: so many entries of X-Forwarded-For are believed, from the right."""
        return int(settings.ASSISTANT_TRUSTED_PROXIES)

    @property
    def embed_origins(self) -> tuple[str, ...]:
        """The origins whose pages may frame the panel."""
        return tuple(settings.ASSISTANT_EMBED_ORIGINS)

    @property
    def retention_days(self) -> int:
        """For how many days a turn is kept and a token is good."""
        return int(settings.ASSISTANT_RETENTION_DAYS)

    @property
    def retention(self) -> timedelta:
        """The same as a duration."""
        return timedelta(days=self.retention_days)

    @property
    def recordings(self) -> bool:
        """Whether the provider's raw answers are kept, apart from the turns."""
        return bool(settings.ASSISTANT_RECORD_ANSWERS)

    @property
    def recording_days(self) -> int:
        """For how many days a raw answer is kept; never longer than its turn."""
        return min(int(settings.ASSISTANT_RECORDING_DAYS), self.retention_days)

    @property
    def stale_after(self) -> timedelta:
        """An open turn older than this was left by a process that died: a minute past the longest answer."""
        return timedelta(seconds=self.time_limits.whole_answer + 60)

    @property
    def no_answer_token(self) -> str:
        """What the model writes when the sources do not cover the question."""
        return str(settings.ASSISTANT_NO_ANSWER_TOKEN)


conf = Conf()
