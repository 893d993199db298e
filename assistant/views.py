"""HTTP in, HTTP out: what is refused before any stream, the stream itself, the visitor's own transcript."""

from __future__ import annotations

import weakref
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any

from asgiref.sync import sync_to_async
from django.core.exceptions import SuspiciousOperation
from django.db.models import Prefetch
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    JsonResponse,
    QueryDict,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, get_language_from_request, override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from corpus.models import searchable

from . import forms, ratelimit, retention, shared_slots, tallies, tokens
from .answering import answer
from .conf import conf
from .database import in_database, let_request_thread_go
from .events import Start
from .forms import Question, Unreadable
from .locales import DEFAULT_LOCALE, direction, normalise
from .models import Conversation, FeedbackReason, Turn, TurnSource
from .notices import Notice, notice
from .origin import comes_from_here, own_origin
from .providers import ProviderMissing, get_provider
from .providers.base import Delta, Prompt, Provider
from .ratelimit import Slot, stream_slots
from .sse import EventStream
from .turns import notice_of
from .why import Withdrawn
from .why import why as why_said

BUSY_SECONDS = 10
#: A stream may last this much longer than its answer: the time to write the record and to send the end.
STREAM_GRACE = 20
MAX_NOTE = 1_000


class Refused(Exception):
    """A request that gets no stream: its status, its code on the wire, and what the visitor is told."""

    def __init__(self, status: int, code: str, notice: Notice, retry_after: int = 0) -> None:
        super().__init__(code)
        tallies.note(tallies.REFUSED_REQUESTS, code)
        self.status = status
        self.code = code
        self.notice = notice
        self.retry_after = retry_after

    def response(self, language: str) -> JsonResponse:
        """``{"code", "text"}``, and ``retry_after`` where waiting helps."""
        body: dict[str, Any] = {"code": self.code, "text": self.text(language)}
        if self.retry_after:
            body["retry_after"] = self.retry_after
        response = JsonResponse(body, status=self.status, json_dumps_params={"ensure_ascii": False})
        return self.marked(response, language)

    def text(self, language: str) -> str:
        """The notice, filled in."""
        values = {"seconds": self.retry_after} if self.notice is Notice.RATE_LIMITED else {}
        return notice(self.notice, language, **values)

    def marked(self, response: HttpResponse, language: str) -> HttpResponse:
        """The status and the headers that belong to it."""
        response.status_code = self.status
        _keep_out_of_the_log(response)
        response.headers["Cache-Control"] = "no-store"
        response.headers["Content-Language"] = language
        if self.retry_after:
            response.headers["Retry-After"] = str(self.retry_after)
        if self.status == 405:
            response.headers["Allow"] = "POST"
        return response


# Exempt from the token of the page: pages stay cacheable, an embedded panel has no cookie, and a client that is no
# browser has neither. ``comes_from_here`` and the JSON type keep other sites out instead (see ``origin``).
@csrf_exempt
async def ask(request: HttpRequest) -> HttpResponse:
    """``POST /assistant/ask``: a question as JSON, its answer as server-sent events (spec 6, §1 and §2)."""
    fields: Mapping[str, Any] = {}
    try:
        fields = _json_fields(request)
        question, slot = await _admit(request, fields)
    except Refused as refused:
        return refused.response(forms.locale_of(fields, _preferred(request)))
    limit = conf.time_limits.whole_answer + STREAM_GRACE
    stream = EventStream(
        answer(question, _provider()), limit=limit, on_begin=let_request_thread_go, on_end=slot.release
    )
    # A client that leaves before the first byte leaves a response that nobody iterates or closes.
    weakref.finalize(stream, slot.release)
    response = StreamingHttpResponse(stream, content_type="text/event-stream; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache, no-store, no-transform"
    response.headers["X-Accel-Buffering"] = "no"
    response.headers["Content-Language"] = question.language
    return response


# Exempt for the same reason: the form stands in a page that is the same for everybody.
@csrf_exempt
async def ask_form(request: HttpRequest) -> HttpResponse:
    """``POST /<lang>/ask/``: the same from a page without scripts; once it is answered, on to the transcript."""
    otherwise = normalise(get_language() or "") or DEFAULT_LOCALE
    fields: Mapping[str, Any] = {}
    try:
        fields = _form_fields(request)
        question, slot = await _admit(request, fields, otherwise)
    except Refused as refused:
        language = forms.locale_of(fields, otherwise)
        if not _wants_page(request):
            return refused.response(language)
        told = {"notice": refused.text(language), **_given_back(fields)}
        return refused.marked(await in_database(_page, request, language, told), language)
    transcript = ""
    try:
        async with aclosing(answer(question, _provider())) as events:
            async for event in events:
                if isinstance(event, Start):
                    transcript = event.transcript
    finally:
        slot.release()
    if not transcript:
        failed = Refused(500, "internal", Notice.INTERNAL)
        told = {"notice": failed.text(question.language), **_given_back(fields)}
        return failed.marked(await in_database(_page, request, question.language, told), question.language)
    return HttpResponseRedirect(f"{transcript.removeprefix(question.origin)}#latest", status=303)


@require_safe
def transcript(request: HttpRequest, token: str) -> HttpResponse:
    """The visitor's own conversation, as a page that is neither stored, indexed nor named to other sites."""
    conversation = _conversation(token)
    if conversation is None:
        return _gone(request)
    # A link to an article that was withdrawn since would lead nowhere, and name what is not to be named.
    sources = Prefetch("sources", TurnSource.objects.filter(searchable("article__")))
    turns = list(conversation.turns.kept().prefetch_related(sources))
    told = [{"turn": turn, "notice": notice_of(turn), "dir": direction(turn.locale)} for turn in turns]
    return _page(request, conversation.locale, {"turns": told, "token": token})


# Exempt for the same reason; the token in the address is unguessable besides.
@csrf_exempt
def delete_transcript(request: HttpRequest, token: str) -> HttpResponse:
    """Delete the conversation at its visitor's wish: 204, or on to the site for a form."""
    try:
        _post(request)
        _from_here(request)
        _limit(ratelimit.client_key(request, "delete"))
    except Refused as refused:
        return refused.response(_preferred(request))
    conversation = _conversation(token)
    if conversation is None:
        return _gone(request)
    language = conversation.locale
    retention.erase(conversation)
    if not _wants_page(request):
        return HttpResponse(status=204)
    with override(language):
        return HttpResponseRedirect(reverse("corpus:home"), status=303)


@csrf_exempt
def feedback(request: HttpRequest) -> HttpResponse:
    """``POST /assistant/feedback``: the visitor's word on one turn; a later one replaces it. 204."""
    try:
        fields = _json_fields(request)
        _from_here(request)
        _limit(ratelimit.client_key(request, "feedback"))
        public_id = tokens.read_turn_token(fields.get("turn", ""))
        verdict, note = fields.get("verdict"), fields.get("note") or ""
        reasons = fields.get("reasons") or []
        if (
            public_id is None
            or verdict not in ("up", "down")
            or not isinstance(reasons, list)
            or any(reason not in FeedbackReason.values for reason in reasons)
            or not isinstance(note, str)
            or not forms.storable(note)
            or len(note) > MAX_NOTE
        ):
            raise Refused(400, "bad_request", Notice.BAD_REQUEST)
        kept = Turn.objects.kept().filter(public_id=public_id)
        reasons = [reason for reason in FeedbackReason.values if reason in reasons]
        if not kept.update(feedback=verdict, feedback_reasons=reasons, feedback_note=note.strip()):
            raise Refused(400, "bad_request", Notice.BAD_REQUEST)
    except Refused as refused:
        return refused.response(_preferred(request))
    return HttpResponse(status=204)


@require_safe
def why(request: HttpRequest, token: str, ordinal: int) -> HttpResponse:
    """``GET /assistant/why/<turn>/<n>``: what the n-th released sentence of a turn rests on (spec 6, §2)."""
    language = _preferred(request)
    try:
        _limit(ratelimit.client_key(request, "why"))
        public_id = tokens.read_turn_token(token)
        turn = Turn.objects.kept().filter(public_id=public_id).first() if public_id else None
        if turn is None:
            raise Refused(404, "gone", Notice.GONE)
        language = turn.locale
        try:
            told = why_said(turn, ordinal, own_origin(request))
        except Withdrawn:
            raise Refused(404, "gone", Notice.WITHDRAWN) from None
        except IndexError:
            raise Refused(404, "gone", Notice.GONE) from None
    except Refused as refused:
        return refused.response(language)
    response = JsonResponse(told.data, json_dumps_params={"ensure_ascii": False})
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = language
    return response


# --- before the stream --------------------------------------------------------------------------------------------


async def _admit(request: HttpRequest, fields: Mapping[str, Any], otherwise: str = "") -> tuple[Question, Slot]:
    """The question, and a place for its answer; raises ``Refused``. Nothing is stored, whatever comes."""
    _from_here(request)
    try:
        question = forms.read_question(fields, origin=own_origin(request), otherwise=otherwise or _preferred(request))
    except Unreadable as unreadable:
        raise Refused(400, "bad_request", unreadable.notice) from None
    if question.mode == "raw":
        # Ungated answers are the lab's, and there is none yet.
        raise Refused(403, "not_allowed", Notice.NOT_ALLOWED)
    keys = [ratelimit.client_key(request)]
    if conversation := tokens.read_conversation_token(question.conversation):
        keys.append(ratelimit.conversation_key(conversation))
    for key in keys:
        # The cache may be across a network.
        await sync_to_async(_limit, thread_sensitive=False)(key)
    return question, await _slot()


def _limit(key: str) -> None:
    decision = ratelimit.allow(key)
    if not decision.allowed:
        raise Refused(429, "rate_limited", Notice.RATE_LIMITED, decision.retry_after)


async def _slot() -> Slot:
    """A place among the answers of this process, and among those of all."""
    slot = stream_slots.acquire()
    if slot is None:
        raise Refused(429, "busy", Notice.BUSY, BUSY_SECONDS)
    try:
        if not await shared_slots.admit(slot):
            raise Refused(429, "busy", Notice.BUSY, BUSY_SECONDS)
    except BaseException:
        slot.release()
        raise
    return slot


def _post(request: HttpRequest) -> None:
    if request.method != "POST":
        raise Refused(405, "method", Notice.METHOD)


def _from_here(request: HttpRequest) -> None:
    if not comes_from_here(request):
        raise Refused(403, "not_allowed", Notice.NOT_ALLOWED)


def _body(request: HttpRequest, media_type: str) -> bytes:
    """The body of a POST, as far as a question may be long; of a longer one no more is read."""
    _post(request)
    length = request.META.get("CONTENT_LENGTH") or ""
    announced = int(length) if length.isdecimal() else 0
    body = request.read(forms.MAX_BODY + 1) if announced <= forms.MAX_BODY else b""
    if max(announced, len(body)) > forms.MAX_BODY:
        raise Refused(413, "too_large", Notice.TOO_LARGE)
    if request.content_type != media_type:
        raise Refused(415, "media_type", Notice.MEDIA_TYPE)
    return body


def _json_fields(request: HttpRequest) -> dict[str, Any]:
    try:
        return forms.read_json(_body(request, "application/json"))
    except Unreadable as unreadable:
        raise Refused(400, "bad_request", unreadable.notice) from None


def _form_fields(request: HttpRequest) -> dict[str, Any]:
    body = _body(request, "application/x-www-form-urlencoded")
    try:
        return QueryDict(body, encoding="utf-8").dict()
    except SuspiciousOperation:  # fields without number
        raise Refused(400, "bad_request", Notice.BAD_REQUEST) from None


def _given_back(fields: Mapping[str, Any]) -> dict[str, str]:
    """What the visitor has typed, and the conversation that it belongs to, for the form below a notice."""
    conversation = str(fields.get("conversation", ""))
    is_ours = tokens.read_conversation_token(conversation) is not None
    return {"question": str(fields.get("question", "")), "token_of_form": conversation if is_ours else ""}


def _preferred(request: HttpRequest) -> str:
    """The language of a refusal where no valid ``locale`` came: by Accept-Language, else English."""
    return normalise(get_language_from_request(request)) or DEFAULT_LOCALE


def _wants_page(request: HttpRequest) -> bool:
    return "text/html" in request.headers.get("Accept", "")


class _NoProvider:
    """Stands in where the chosen provider is not there: refusals still work, answers fail as the wire says."""

    model = ""
    company = ""
    paid = False

    def __init__(self, error: ProviderMissing) -> None:
        self.name = conf.provider
        self._error = error

    async def stream(self, prompt: Prompt) -> AsyncGenerator[Delta, None]:
        raise self._error
        yield


def _provider() -> Provider:
    try:
        return get_provider()
    except ProviderMissing as error:
        return _NoProvider(error)


# --- the transcript -----------------------------------------------------------------------------------------------


def _conversation(token: str) -> Conversation | None:
    public_id = tokens.read_conversation_token(token)
    return Conversation.objects.kept().filter(public_id=public_id).first() if public_id else None


def _gone(request: HttpRequest) -> HttpResponse:
    """The token is expired, forged, or its conversation is deleted: which of them is nobody's business."""
    gone = Refused(404, "gone", Notice.GONE)
    language = _preferred(request)
    if not _wants_page(request):
        return gone.response(language)
    return gone.marked(_page(request, language, {"notice": gone.text(language)}), language)


def _keep_out_of_the_log(response: HttpResponse) -> None:
    # Django logs the path of every response from 400 on, and a transcript's path is the key to it.
    response._has_been_logged = True  # type: ignore[attr-defined]


def _page(request: HttpRequest, language: str, context: dict[str, Any]) -> HttpResponse:
    """A page with the visitor's own words in it, in the conversation's language, whatever the address says."""
    with override(language):
        response = render(request, "assistant/transcript.html", context)
    response.headers["Content-Language"] = language
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response
