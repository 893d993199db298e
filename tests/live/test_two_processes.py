"""Two processes that share a Redis count a visitor's questions together."""

from __future__ import annotations

from .reading import asked, read_all


def test_the_rate_limit_holds_across_processes(serve, redis_url):
    """Three questions a day, two asked of one process: the other one allows one more and refuses the next."""
    one, two = (serve(f"site{n}", REDIS_URL=redis_url, ASSISTANT_RATE_LIMIT="3/d") for n in (1, 2))
    lines = []
    for site in (one, one, two, two):
        with asked(site, "When is the museum open?") as connection:
            lines.append(read_all(connection).split(b"\r\n", 1)[0])
    assert [line.split()[1] for line in lines] == [b"200", b"200", b"200", b"429"]
