"""Fixtures for asking: two articles in the database, a search that finds what the test says, a scripted provider."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache

from assistant import answering, scope, views
from assistant.models import ProfileText, SiteProfile
from assistant.providers import vendor as calls
from assistant.providers.scripted import Script, ScriptedProvider
from corpus.models import Article
from corpus.search import Hit, SearchResult

from .asking import CLOSING, COST, OWNER, Found
from .upstream import DIALECTS, Upstream, upstream


@pytest.fixture
def found(db: None, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Found:
    """Articles about a tide gate, and a search that finds their passages with the score of ``found.score``.

    Answers do their database work in threads of their own where a test is marked ``django_db(transaction=True)``;
    elsewhere in the test's own thread and transaction, which is ten times faster on PostgreSQL.
    """
    marker = request.node.get_closest_marker("django_db")
    if marker is None or not marker.kwargs.get("transaction"):
        for module in (answering, views):
            monkeypatch.setattr(module, "in_database", _here)
    cache.clear()  # each test asks at a rate of its own
    hits = []
    for title, slug, heading, text in (CLOSING, COST, OWNER):
        article = Article.objects.create(title=title, slug=slug, body=text, status=Article.Status.PUBLISHED)
        address = f"{article.get_absolute_url()}#part"
        hits.append(Hit(article.pk, article.pk, title, heading, address, "en", text, 0.9))
    found = Found(list(hits[:2]), [hits[2]])

    def search(question: str, language: str, **options: object) -> SearchResult:
        found.searches.append({"question": question, "language": language, **options})
        return SearchResult(tuple(found.hits), found.score)

    monkeypatch.setattr(scope, "search", search)
    monkeypatch.setattr(scope, "passages_of", lambda group, language, limit: tuple(found.owner_hits[:limit]))
    return found


async def _here(call: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    return await sync_to_async(call)(*args, **kwargs)


@pytest.fixture
def profile(found: Found) -> SiteProfile:
    """The site belongs to Ines Dahl, of dahl.example."""
    row = SiteProfile.objects.create(host="dahl.example", contact_address="mailto:post@dahl.example", score_floor=0.5)
    ProfileText.objects.create(
        profile=row, language="en", name="Ines Dahl", aliases="Dahl Harbour Works", contact_label="Write to Ines Dahl"
    )
    ProfileText.objects.create(profile=row, language="fa", name="اینس دال", contact_label="نامه به اینس دال")
    return row


@pytest.fixture
def script(found: Found, monkeypatch: pytest.MonkeyPatch) -> Callable[..., ScriptedProvider]:
    """``script("The gate …", size=3, finish="stop")``: what the provider will say, in pieces of ``size`` characters."""

    def choose(
        text: str = "", *, size: int = 7, finish: str | None = "stop", delay: float = 0, usage: object = None
    ) -> ScriptedProvider:
        pieces = tuple(text[at : at + size] for at in range(0, len(text), size))
        provider = ScriptedProvider(Script(pieces, finish, usage), delay)  # type: ignore[arg-type]
        monkeypatch.setattr(views, "get_provider", lambda: provider)
        return provider

    return choose


#: The key of the vendors under test; it must appear nowhere.
KEY = "sk-secret-of-tests"


@pytest.fixture(params=DIALECTS, ids=lambda dialect: dialect.name)
def vendor(
    request: pytest.FixtureRequest, found: Found, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Upstream]:
    """A vendor's server, of each protocol, and the site that is set up to ask it; retries wait for next to nothing."""
    monkeypatch.setattr(calls, "PAUSES", (0.001, 0.002))
    with upstream(request.param) as server:
        choose(settings, server)
        yield server


def choose(settings: Any, server: Upstream) -> None:
    """The settings of a site that asks ``server``, at 3 and 15 a million tokens, under a cap with room."""
    name = server.dialect.name.upper()
    settings.ASSISTANT_PROVIDER = server.dialect.name
    settings.ASSISTANT_MODEL = "model-a"
    settings.ASSISTANT_PRICES = {"model-a": [3, 15]}
    settings.ASSISTANT_MONTHLY_CAP = 10
    setattr(settings, f"{name}_API_KEY", KEY)
    setattr(settings, f"{name}_BASE_URL", server.base_url)
