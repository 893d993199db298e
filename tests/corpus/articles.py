"""Vocabulary of the corpus's tests: articles with words that nothing else holds."""

from __future__ import annotations

from typing import Any

from corpus.models import Article

LIGHTHOUSE = """The lighthouse of Tarn was built in 1887 by the engineer Ida Brekke.

Its lamp burns paraffin. Each night the keeper climbs 214 steps to wind the clockwork.

## Visits

The lighthouse is open on Saturdays from 10:00 to 16:00. A ticket costs 12 crowns.
"""
BAKERY = """The bakery of Tarn opens at six. Its rye bread is baked in a stone oven.

On Sundays the bakery sells cinnamon buns until they are gone.
"""


def publish(title: str = "The lighthouse", body: str = LIGHTHOUSE, language: str = "en", **values: Any) -> Article:
    """A published article, saved and therefore indexed."""
    values.setdefault("slug", title.lower().replace(" ", "-"))
    values.setdefault("status", Article.Status.PUBLISHED)
    return Article.objects.create(title=title, body=body, language=language, **values)
