"""The whole text that a model gets, in each language, compared with a file that people have read."""

from __future__ import annotations

import re

import pytest

from assistant.locales import LOCALES

from .prompts.golden import CASES, as_text, golden, prompt


@pytest.mark.parametrize("language", LOCALES)
def test_prompt_is_the_one_that_was_read(language):
    """``python -m tests.assistant.prompts`` writes the files anew; the difference is to be read before it is kept."""
    assert as_text(prompt(language)) == golden(language).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LOCALES)
def test_prompt_names_owner_and_language_as_the_language_does(language):
    """The material of the case is all there; beside our markers nothing is changed in it."""
    text = re.sub(r" ?\[S\d\]", "", as_text(prompt(language)))
    case = CASES[language]
    assert prompt(language).owner_names[0] in text.partition("=== user ===")[0]
    for part in (case["question"], *case["past"].values(), *case["source"].values(), CASES["second_source"]["text"]):
        assert part in text


def test_instructions_are_short():
    """A small model has a small window, and every question pays for them: three characters are about a token."""
    assert max(len(prompt(language).system) for language in LOCALES) < 2_000
