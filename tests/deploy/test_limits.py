"""No answer is without bounds: a reader who never reads, and a provider that never ends, each end at the limits."""

from __future__ import annotations

import threading
from contextlib import ExitStack

import pytest

from tests.live.reading import events, read_all, read_until, wait_for
from tests.servers.site import start_site

from .fronts import BEGUN, DIRECT, SENTENCE, Front, names, proxy
from .upstream import upstream

SECONDS = 2
SLOTS = 5


@pytest.fixture(scope="module")
def playing():
    """A provider that plays to every call what a test puts into ``plays``."""
    with upstream() as server:
        yield server


@pytest.fixture(scope="module")
def short(tmp_path_factory, sample_database, certificate, playing):
    """A site with few places and little patience, and every way to it."""
    folder = tmp_path_factory.mktemp("short")
    environment = {
        "ASSISTANT_RATE_LIMIT": "100000/m",
        "ASSISTANT_MAX_STREAMS": str(SLOTS),
        "ASSISTANT_WHOLE_ANSWER_SECONDS": str(SECONDS),
        "ASSISTANT_MAX_OUTPUT_TOKENS": "800",
        "ASSISTANT_TRUSTED_PROXIES": "1",
    }
    site = start_site(folder / "site", sample_database, **playing.environment, **environment)
    with ExitStack() as started:
        ways = {DIRECT: Front(DIRECT, site)}
        for name in names():
            if name != DIRECT:
                running = started.enter_context(proxy(name, folder / "fronts", certificate, site.port))
                ways[name] = Front(name, site, running, certificate)
        yield ways
    site.stop()


def endlessly(call) -> None:
    """Sentences until the site hangs up."""
    while not call.closed.wait(0.005):
        call.say(SENTENCE)


def without_a_pause(call) -> None:
    """One sentence that never ends, as fast as it can be sent."""
    while not call.closed.is_set():
        call.say("and on and on and on " * 50)


def pings(call) -> None:
    """Nothing but signs of life, so fast that no wait between two pieces is long."""
    call.begin()
    while not call.closed.wait(0.05):
        call._send(b": ping\n\n")


def empty_pieces(call) -> None:
    """Pieces without a letter in them."""
    while not call.closed.wait(0.01):
        call.say("")


def a_letter_at_a_time(call) -> None:
    """Slow enough for every limit but that of the whole."""
    for letter in (SENTENCE + BEGUN * 1000) * 100:
        if call.closed.wait(0.02):
            return
        call.say(letter)


def test_who_never_reads_gives_the_place_back(short, playing):
    """Through every way at once: their answers end, nobody is asked any more, and others get their turn."""
    playing.plays = endlessly
    with ExitStack() as opened:
        for front in short.values():
            connection = opened.enter_context(front.asked(room=2304))
            read_until(connection, b"event: start")
        with short[DIRECT].asked(version="1.0") as late:
            assert read_all(late).split(b" ", 2)[1] == b"429"
        wait_for(lambda: [turn["status"] for turn in short[DIRECT].turns()].count("open") == 0)
        playing.plays = lambda call: (call.say(SENTENCE), call.finish())
        # They are still connected, and still do not read.
        with short[DIRECT].asked(version="1.0") as served:
            assert events(read_all(served))[-1][1]["status"] == "answered"
    wait_for(lambda: short[DIRECT].money()[1] == 0)


@pytest.mark.parametrize("play", [endlessly, without_a_pause, pings, empty_pieces, a_letter_at_a_time])
def test_a_provider_that_never_ends_is_ended(short, playing, play):
    """By bytes or by time, and the reader is told so."""
    ended = threading.Event()

    def played(call):
        play(call)
        ended.set()

    playing.plays = played
    front = short[DIRECT]
    with front.asked(version="1.0") as connection:
        told = events(read_all(connection))
    assert told[-1][0] == "done"
    assert told[-1][1]["status"] in ("cut_off", "failed", "withheld")
    assert told[-2][0] in ("cutoff", "error", "guard")
    assert ended.wait(20), "the provider was not told"
    turn = front.last_turn()
    assert turn["status"] == told[-1][1]["status"] and turn["settled_at"]
    assert front.money()[1] == 0
