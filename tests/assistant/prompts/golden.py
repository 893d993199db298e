"""One question in each language, with sources, history and the sample site's owner: the prompt, and its text."""

from __future__ import annotations

import json
from pathlib import Path

import assistant
from assistant.identity import Identity
from assistant.prompts import PastTurn, build_prompt
from assistant.providers.base import Prompt
from corpus.search import Hit

FOLDER = Path(__file__).parent
CASES = json.loads((FOLDER / "cases.json").read_text(encoding="utf-8"))
PROFILE = json.loads((Path(assistant.__file__).parent / "sample" / "profile.json").read_text(encoding="utf-8"))


def owner(language: str) -> Identity:
    """The sample site's owner, as this language names her."""
    texts = PROFILE["texts"][language]
    return Identity(
        name=texts["name"],
        names=(texts["name"], *texts["aliases"]),
        statement=texts["statement"],
        greeting=texts["greeting"],
        contact_label=texts["contact_label"],
        contact_address=PROFILE["contact_address"],
        privacy_address="",
        host=PROFILE["host"],
        about=PROFILE["about"],
        paused=False,
        score_floor=0.5,
    )


def prompt(language: str) -> Prompt:
    """The prompt of the language's case."""
    case = CASES[language]
    # A source in another language as well, as sites have.
    texts = [(language, case["source"]), ("en", CASES["second_source"])]
    hits = [
        Hit(number, number, source["title"], source["heading"], f"/articles/{number}/", locale, source["text"], 0.9)
        for number, (locale, source) in enumerate(texts, 1)
    ]
    return build_prompt(
        case["question"],
        language,
        [PastTurn(case["past"]["question"], case["past"]["answer"])],
        hits,
        owner(language),
        about_owner=False,
        no_answer_token="NO_ANSWER",
        max_output_tokens=800,
    )


def as_text(prompt: Prompt) -> str:
    """All that is sent, message by message."""
    parts = [("system", prompt.system), *((message.role, message.text) for message in prompt.messages)]
    return "".join(f"=== {role} ===\n{text}\n" for role, text in parts)


def golden(language: str) -> Path:
    """The file that holds the text."""
    return FOLDER / f"{language}.txt"
