"""A real server on a real socket: what the gate stops reaches no reader, no log and no row."""

from __future__ import annotations

import json

import pytest

from .reading import asked, events, every_byte, query, read_all

QUESTION = "How much did the Lyngsund gate cost, and who paid?"
EVERY = "[S1][S2][S3]"
GOOD = (
    f"The Lyngsund gate cost €18.4 million {EVERY}. ",
    f"The municipality of Lyngsund paid one half and the coastal authority the other {EVERY}. ",
)
BAD = f"Zebulon the mason was knighted for it in 1987, with a quuxly purse of crowns {EVERY}. "
AFTER = f"The Lyngsund gate cost €18.4 million, once more {EVERY}."
SECRETS = ("Zebulon", "knighted", "1987", "quuxly", "crowns", "once more")


def script(folder, size: int):
    """A script for the scripted provider, cut into pieces of ``size`` characters."""
    text = "".join([*GOOD, BAD, AFTER])
    path = folder / f"script{size}.json"
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    path.write_text(json.dumps({"pieces": pieces, "finish": "stop", "usage": None}))
    return path


@pytest.mark.parametrize("size", [1, 3, 7])
def test_a_third_sentence_that_invents_a_year_is_withheld_everywhere(serve, tmp_path, size):
    """Pieces of 1, 3 and 7 characters: the same two sentences, then the guard, and not a byte of the third."""
    site = serve(ASSISTANT_PROVIDER="scripted", ASSISTANT_SCRIPT=str(script(tmp_path, size)))
    with asked(site, QUESTION) as connection:
        raw = read_all(connection)
    told = events(raw)
    assert [name for name, _ in told] == ["start", "text", "text", "guard", "done"]
    assert told[1][1]["text"] == "The Lyngsund gate cost €18.4 million."
    assert told[2][1]["text"].startswith(" The municipality of Lyngsund paid one half")
    assert "value_unsupported" in told[3][1]["reasons"]
    assert told[4][1]["status"] == "withheld" and told[4][1]["stopped"] is True
    # The whole articles lie in the same file, so a year alone could stand there; these words cannot.
    stored = every_byte(site.database)
    for secret in SECRETS:
        assert secret.encode() not in raw
        assert secret not in site.log
        if secret not in ("1987",):
            assert secret.encode() not in stored
    [(reasons, length, ordinal)] = query(site.database, "select reasons, length, ordinal from assistant_withheldturn")
    assert "value_unsupported" in reasons
    assert (length, ordinal) == (len(BAD.strip()), 3)


def test_the_articles_do_not_hold_the_words_that_this_file_looks_for(serve, sample_database):
    """Else the search above for stored words could not fail for the right reason."""
    stored = every_byte(sample_database)
    assert not [secret for secret in SECRETS if secret != "1987" and secret.encode() in stored]
