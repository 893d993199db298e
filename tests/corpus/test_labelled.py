"""A file of labelled questions is read, or refused with the line of what is wrong in it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from corpus.labelled import BadFile, line_of, read_file

LANGUAGES = ("en", "zh-hans")
DATA: dict[str, Any] = {
    "language": "zh",
    "passages": [
        {"id": "a", "article": 0, "title": "A", "text": 'Text " of , a ] }'},
        {"id": "b", "article": 1, "title": "B", "text": "Text of b."},
    ],
    "questions": [
        {"question": "A?", "gold": ["a"], "answerable": True, "article": 0, "answers": ["text"]},
        {"question": "B?", "gold": ["b"], "answerable": True, "article": 1},
        {"question": "C?", "gold": [], "answerable": False, "article": 1, "answers": []},
    ],
}


@pytest.fixture
def bad(tmp_path):
    """The message for what is wrong with a file."""

    def message(content: str | bytes) -> str:
        path = tmp_path / "q.json"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        with pytest.raises(BadFile) as error:
            read_file(str(path), LANGUAGES)
        return str(error.value).removeprefix(str(path))

    return message


def changed(place: list[Any], value: Any) -> str:
    """The good file, two lines an element, with one thing changed; ``...`` takes it away."""
    data = json.loads(json.dumps(DATA))
    target = data
    for step in place[:-1]:
        target = target[step]
    if value is ...:
        del target[place[-1]]
    else:
        target[place[-1]] = value
    lists = []
    for name in ("passages", "questions"):
        elements = ",\n\n".join(map(json.dumps, data[name]))
        lists.append(f'"{name}": [\n\n{elements}]')
    return '{"language": ' + json.dumps(data["language"]) + ",\n" + ", ".join(lists) + "}"


def test_a_good_file_is_read_whole(tmp_path):
    """Answers may be missing; zh is zh-hans; a byte-order mark does not matter."""
    path = tmp_path / "q.json"
    path.write_text("\ufeff" + changed(["language"], "zh"), "utf-8")
    data = read_file(str(path), LANGUAGES)
    assert (data.language, len(data.passages), len(data.questions)) == ("zh-hans", 2, 3)
    assert data.questions[0].gold == {"a"} and data.questions[0].answers == ("text",)
    assert [question.is_answerable for question in data.questions] == [True, True, False]


def test_questions_about_the_site_itself_need_no_passages(tmp_path):
    """Nor gold, nor an article."""
    path = tmp_path / "q.json"
    path.write_text('{"language": "en", "questions": [{"question": "Why?", "answerable": false}]}')
    data = read_file(str(path), LANGUAGES)
    assert (data.passages, data.questions[0].text) == ((), "Why?")


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (["language"], "tlh", ':1: "language" should be one of en, zh-hans'),
        (["passages", 1, "text"], ..., ":6: passages[1]: text is missing"),
        (["passages", 0, "article"], "0", ":4: passages[0]: article should be a whole number"),
        (["passages", 1, "id"], "a", ":6: passages[1]: the id 'a' stands on two passages"),
        (["passages", 1], "b", ":6: passages[1]: it should be an object"),
        (["questions", 0, "question"], " ", ":8: questions[0]: question should be a text that is not empty"),
        (["questions", 1, "answerable"], "yes", ":10: questions[1]: answerable should be true or false"),
        (["questions", 1, "gold"], ["z"], ":10: questions[1]: there is no passage 'z'"),
        (["questions", 1, "gold"], [], ":10: questions[1]: it is answerable, but no passage is named in gold"),
        (["questions", 2, "answers"], "x", ":12: questions[2]: answers should be a list of texts"),
        (["questions"], [], ':1: there are no "questions"'),
    ],
)
def test_what_is_wrong_is_named_with_its_line(bad, place, value, message):
    """And where in the file's structure it stands."""
    assert bad(changed(place, value)) == message


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{\n"language": "en"\n"questions": []}', ":3: it is not JSON: Expecting ',' delimiter"),
        (b"{\n\xff}", ":2: it is not UTF-8"),
        ("[]", ':1: it should be an object with "language", "passages" and "questions"'),
        ('{"language": "en", "questions": 1}', ':1: "questions" should be a list'),
        ("", ":1: it is not JSON: Expecting value"),
    ],
)
def test_what_is_no_such_file_is_refused(bad, content, message):
    """With the line where that shows."""
    assert bad(content) == message


def test_a_file_that_is_not_there_is_named(tmp_path):
    """With the system's reason."""
    with pytest.raises(BadFile, match="nowhere.json: it cannot be read: No such file"):
        read_file(str(tmp_path / "nowhere.json"), LANGUAGES)


def test_the_line_of_an_element_is_found_whatever_stands_before_it():
    """Other keys, nested lists, text that looks like structure."""
    text = '{"x": {"questions": [1,\n2]},\n "questions":\n[ "],",\n\n [1,\n2] , 3]}'
    assert [line_of(text, "questions", i) for i in range(3)] == [4, 6, 7]
