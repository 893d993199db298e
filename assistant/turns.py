"""One turn, from the opening of its row to its record: what became of a question, and what the reader is told of it.

An ``OpenTurn`` lives for one answer, in memory. Its row is written twice, at the opening and at the close, so no
database connection is held while a provider is waited for. What was withheld is never in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from corpus.models import Article
from corpus.search import Hit
from gate import Outcome, State
from gate.sentence_gate import Released as ReleasedSentence

from . import spend, tallies, tokens
from .conf import conf
from .events import ArticleLink, Contact, CutOff, Done, Failure, Guard, Refusal, Released, SourceLink, Start
from .figures import Figures
from .forms import Question
from .identity import Identity, identity
from .locales import direction
from .models import Conversation, Turn, TurnSource, WithheldTurn
from .notices import Notice, notice
from .prompts import PastTurn, bounded
from .providers.base import FinishReason, PromptSource, Provider, ProviderError
from .quotes import opening
from .recordings import Recorder
from .scope import RefusalReason, Scope
from .usage import Usage

#: How many articles are offered to be read instead.
ARTICLES = 3

REFUSALS = {
    RefusalReason.OUT_OF_SCOPE: Notice.OUT_OF_SCOPE,
    RefusalReason.NO_ANSWER: Notice.NO_ANSWER,
    RefusalReason.NO_ARTICLES: Notice.NO_ARTICLES,
}
FAILURES = {
    "unreachable": Notice.UNREACHABLE,
    "timeout": Notice.TIMEOUT,
    "provider_refused": Notice.PROVIDER_REFUSED,
    "broke_off": Notice.BROKE_OFF,
    "paused": Notice.PAUSED,
    "internal": Notice.INTERNAL,
}


class Paused(Exception):
    """The owner has paused the assistant."""


class RecordLost(Exception):
    """What was answered could not be written down, so it does not count as answered."""


class OpenTurn:
    """One question and what has become of it so far. Each method that ends it gives the event that says so.

    Until something ends it, it counts as abandoned: that is what a reader who leaves makes of it.
    """

    def __init__(self, question: Question, provider: Provider) -> None:
        self.question = question
        self.language = question.language
        self.history: tuple[PastTurn, ...] = ()
        self.status = Turn.Status.ABANDONED
        self.finish_reason: FinishReason | None = None
        #: The record could not be written, and the reader does not know of any failure yet.
        self.record_lost = False
        #: The micros for which the month had no room.
        self.turned_away = 0
        #: What the provider writes, where the owner has it recorded.
        self.recorder = Recorder()
        self._provider = provider
        self._row: Turn | None = None
        self._scope: Scope | None = None
        self._sources: tuple[PromptSource, ...] = ()
        self._sentences: list[dict[str, Any]] = []
        self._cited: dict[int, SourceLink] = {}
        self._first_sentence_at: datetime | None = None
        self._refusal_reason = ""
        self._error_code = ""
        self._withheld: Outcome | None = None
        self._booked = spend.Booked()

    @property
    def is_paid(self) -> bool:
        """Whether its provider costs money."""
        return self._provider.paid

    # --- opening ---

    def open(self) -> None:
        """Write the row, in the conversation that the token names or in a new one, and read what went before.

        Synchronous, a handful of queries.
        """
        self.identity: Identity = identity(self.language)
        conversation = _conversation(self.question.conversation)
        with transaction.atomic():
            if conversation is None:
                conversation = Conversation.objects.create(locale=self.language)
                past: Sequence[PastTurn] = self.question.history
            else:
                Conversation.objects.filter(pk=conversation.pk).update(last_turn_at=timezone.now())
                past = _past(conversation, self.question.retry)
            self._row = Turn.objects.create(
                conversation=conversation,
                locale=self.language,
                question=self.question.text,
                provider=self._provider.name,
                model=self._provider.model,
            )
        self.history = bounded(past, conf.history_turns, conf.history_characters)

    @property
    def pk(self) -> int:
        """The key of the row; only once it is open."""
        assert self._row is not None
        return self._row.pk

    @property
    def previous(self) -> str:
        """The question before this one, or nothing."""
        return self.history[-1].question if self.history else ""

    def start(self) -> Start:
        """The turn is open."""
        assert self._row is not None
        token = tokens.conversation_token(self._row.conversation)
        return Start(
            conversation=token,
            turn=tokens.turn_token(self._row),
            transcript=self._absolute(reverse("transcript", args=[token])),
            locale=self.language,
            dir=direction(self.language),
        )

    def found(self, scope: Scope) -> None:
        """What the search found."""
        self._scope = scope

    def offer(self, sources: tuple[PromptSource, ...]) -> None:
        """What the provider gets to cite."""
        self._sources = sources

    # --- what the reader is told ---

    def release(self, sentence: ReleasedSentence) -> Released:
        """A sentence passed the gate: keep it, and name the sources that it is the first to cite."""
        if self._first_sentence_at is None:
            self._first_sentence_at = timezone.now()
        self._sentences.append({"text": sentence.text, "cited": list(sentence.cited)})
        new = [self._link(number) for number in sentence.cited if number not in self._cited]
        self._cited.update({link.number: link for link in new})
        return Released(sentence.text, tuple(sentence.cited), tuple(new))

    def refuse(self, reason: RefusalReason) -> Refusal:
        """The articles do not cover the question."""
        self.status = Turn.Status.REFUSED
        self._refusal_reason = reason.value
        return Refusal(reason.value, self._notice(REFUSALS[reason]), self._articles(), self._contact())

    def conclude(self, outcome: Outcome) -> Refusal | Guard | CutOff | None:
        """The answer has ended, and this is the gate's last word on it. Nothing is said where all went well."""
        if outcome.state is State.STOPPED:
            self.status = Turn.Status.WITHHELD
            self._withheld = outcome
            which = Notice.WITHHELD if self._sentences else Notice.WITHHELD_WHOLE
            reasons = tuple(reason.value for reason in outcome.reasons)
            return Guard(reasons, self._notice(which), self._articles(), self._contact())
        if outcome.state is State.TRUNCATED:
            self.status = Turn.Status.CUT_OFF
            which = Notice.CUT_OFF if self._sentences else Notice.CUT_OFF_WHOLE
            return CutOff(self._notice(which), self._articles())
        if not self._sentences:
            return self.refuse(RefusalReason.NO_ANSWER)
        self.status = Turn.Status.ANSWERED
        return None

    def fail(self, error: Exception) -> Failure:
        """Something went wrong; what was released stands."""
        if isinstance(error, spend.SpendCapReached):
            self.status = Turn.Status.OVER_CAP
            self._error_code = "over_cap"
            self.turned_away = error.wanted
            return Failure("over_cap", self._notice(Notice.OVER_CAP, until=error.until), error.until.isoformat())
        self.status = Turn.Status.FAILED
        self._error_code = _error_code(error)
        return Failure(self._error_code, self._notice(FAILURES[self._error_code]))

    def done(self) -> Done:
        """The end; the record stands."""
        return Done(
            status=self.status.value,
            stopped=self.status is Turn.Status.WITHHELD,
            truncated=self.status is Turn.Status.CUT_OFF,
            sources=tuple(self._cited.values()),
        )

    # --- the record ---

    def close(self, usage: Usage) -> WithheldTurn | None:
        """Write what became of the turn, once: a turn that is closed already, or deleted, stays as it is.

        Gives the record of what was withheld, where something was. Synchronous. The spend is settled even when the
        record cannot be written.
        """
        if self._row is None:
            return None
        try:
            return self._record(usage)
        finally:
            if self._provider.paid:
                self._booked = spend.settle_usage(self._row.pk, self._provider, usage)

    def lose_record(self) -> None:
        """``close`` failed."""
        self.record_lost = self.status not in (Turn.Status.FAILED, Turn.Status.OVER_CAP)

    def figures(self, usage: Usage, closed_at: datetime | None = None) -> Figures:
        """The turn as it stands, in figures."""
        row = self._row
        return Figures(
            turn=row.pk if row else None,
            conversation=row.conversation_id if row else None,
            locale=self.language,
            status=self.status.value,
            refusal=self._refusal_reason,
            error=self._error_code,
            reasons=tuple(reason.value for reason in self._withheld.reasons) if self._withheld else (),
            sentences=len(self._sentences),
            characters=sum(len(sentence["text"]) for sentence in self._sentences),
            withheld_characters=self._withheld.withheld_length if self._withheld else 0,
            provider=self._provider.name,
            model=self._provider.model,
            usage=usage,
            booked=self._booked,
            opened_at=row.opened_at if row else None,
            first_sentence_at=self._first_sentence_at,
            closed_at=closed_at or timezone.now(),
        )

    def _record(self, usage: Usage) -> WithheldTurn | None:
        assert self._row is not None
        now = timezone.now()
        with transaction.atomic():
            closed = Turn.objects.filter(pk=self._row.pk, status=Turn.Status.OPEN).update(
                status=self.status,
                sentences=self._sentences,
                refusal_reason=self._refusal_reason,
                error_code=self._error_code,
                finish_reason=self.finish_reason.value if self.finish_reason else "",
                input_tokens=usage.input_tokens,
                output_tokens=usage.output_tokens,
                cached_tokens=usage.cached_tokens,
                usage_estimated=usage.estimated,
                top_score=self._scope.score if self._scope else None,
                first_sentence_at=self._first_sentence_at,
                closed_at=now,
            )
            if not closed:
                return None
            self._record_sources()
            self.recorder.save(self._row.pk, self.finish_reason)
            withheld = self._record_withheld()
            # Last, since every answer that ends waits for these rows.
            tallies.add(self.figures(usage, now).counts())
        tallies.add_noted()
        return withheld

    def _record_withheld(self) -> WithheldTurn | None:
        if self._withheld is None:
            return None
        return WithheldTurn.objects.create(
            turn=self._row,
            reasons=[reason.value for reason in self._withheld.reasons],
            length=self._withheld.withheld_length,
            ordinal=len(self._sentences) + 1,
        )

    def _record_sources(self) -> None:
        """Of a withheld turn all sources, for the person who judges the stop; else only those that were cited."""
        everything = self.status is Turn.Status.WITHHELD
        kept = [source for source in self._sources if everything or source.number in self._cited]
        # An article may have been deleted while its passages were being quoted.
        articles = Article.objects.filter(pk__in={source.hit.article_id for source in kept})
        existing = set(articles.values_list("pk", flat=True))
        TurnSource.objects.bulk_create(
            TurnSource(
                turn=self._row,
                number=source.number,
                article_id=source.hit.article_id if source.hit.article_id in existing else None,
                title=source.hit.title,
                heading=source.hit.heading,
                address=_fitting(source.hit.address),
                locale=source.hit.locale,
                text=source.hit.text,
                score=source.hit.score,
                cited=source.number in self._cited,
            )
            for source in kept
        )

    # --- parts of events ---

    def _notice(self, which: Notice, **values: Any) -> str:
        return notice(which, self.language, **values)

    def _absolute(self, address: str) -> str:
        return f"{self.question.origin}{address}" if address.startswith("/") else address

    def _link(self, number: int) -> SourceLink:
        hit = self._sources[number - 1].hit
        return SourceLink(number, hit.title, self._absolute(hit.address), hit.locale, opening(hit.text))

    def _articles(self) -> tuple[ArticleLink, ...]:
        """What could be read instead: the articles that were cited, then the nearest ones."""
        hits: list[Hit] = [self._sources[number - 1].hit for number in self._cited]
        hits += [source.hit for source in self._sources]
        hits += self._scope.nearest if self._scope else ()
        distinct = {hit.article_id: hit for hit in reversed(hits)}
        order = dict.fromkeys(hit.article_id for hit in hits)
        return tuple(
            ArticleLink(hit.title, self._absolute(hit.address.partition("#")[0]), hit.locale)
            for hit in [distinct[article_id] for article_id in order][:ARTICLES]
        )

    def _contact(self) -> Contact | None:
        who = self.identity
        return Contact(who.contact_label, self._absolute(who.contact_address)) if who.contact_address else None


def notice_of(turn: Turn) -> str:
    """The notice that belongs to a stored turn, in its language; nothing where it was answered."""
    status = Turn.Status(turn.status)
    said = bool(turn.sentences)
    if status is Turn.Status.ANSWERED:
        return ""
    if status is Turn.Status.OVER_CAP:
        until = spend.next_month(spend.month_of(turn.opened_at))
        return notice(Notice.OVER_CAP, turn.locale, until=until)
    which = {
        Turn.Status.REFUSED: _REFUSALS_BY_CODE.get(turn.refusal_reason, Notice.NO_ANSWER),
        Turn.Status.WITHHELD: Notice.WITHHELD if said else Notice.WITHHELD_WHOLE,
        Turn.Status.CUT_OFF: Notice.CUT_OFF if said else Notice.CUT_OFF_WHOLE,
        Turn.Status.FAILED: FAILURES.get(turn.error_code, Notice.INTERNAL),
        Turn.Status.ABANDONED: Notice.ABANDONED,
        Turn.Status.OPEN: Notice.OPEN,
    }[status]
    return notice(which, turn.locale)


_REFUSALS_BY_CODE = {reason.value: which for reason, which in REFUSALS.items()}


def _error_code(error: Exception) -> str:
    if isinstance(error, ProviderError):
        return error.code if error.code in FAILURES else "provider_refused"
    if isinstance(error, TimeoutError):
        return "timeout"
    return "paused" if isinstance(error, Paused) else "internal"


def _conversation(token: str) -> Conversation | None:
    public_id = tokens.read_conversation_token(token) if token else None
    if public_id is None:
        return None
    return Conversation.objects.kept().filter(public_id=public_id).first()


def _past(conversation: Conversation, retry: str) -> list[PastTurn]:
    """The conversation's turns as they were released, oldest first, without the one that is being tried again."""
    turns = conversation.turns.kept().exclude(status=Turn.Status.OPEN)
    lost = tokens.read_turn_token(retry) if retry else None
    if lost is not None:
        turns = turns.exclude(public_id=lost)
    latest = turns.order_by("-opened_at", "-pk")[: conf.history_turns * 2]
    return [PastTurn(turn.question, turn.answer) for turn in reversed(latest)]


def _fitting(address: str) -> str:
    """The address as far as its column reaches: a percent-encoded slug can be longer, and must not lose the record."""
    limit = TurnSource._meta.get_field("address").max_length or 0
    return address if len(address) <= limit else address.partition("#")[0][:limit]
