"""Two processes that share a Redis count a visitor's questions together."""

from __future__ import annotations

import re
from contextlib import closing

from redis import Redis

from .reading import asked, read_all


def test_the_rate_limit_holds_across_processes(serve, redis_url):
    """Three questions a day, two asked of one process: the other one allows one more and refuses the next."""
    one, two = (serve(f"site{n}", REDIS_URL=redis_url, ASSISTANT_RATE_LIMIT="3/d") for n in (1, 2))
    lines = []
    for site in (one, one, two, two):
        with asked(site, "When is the museum open?") as connection:
            lines.append(read_all(connection).split(b"\r\n", 1)[0])
    assert [line.split()[1] for line in lines] == [b"200", b"200", b"200", b"429"]


def test_the_shared_cache_holds_counters_under_hashes_and_nothing_else(serve, redis_url):
    """Every key and value that a visitor leaves in a real Redis: no address, no word, no name of a conversation."""
    with closing(Redis.from_url(redis_url)) as cache:
        cache.flushdb()
        site = serve(REDIS_URL=redis_url, ASSISTANT_TRUSTED_PROXIES="1")
        with asked(site, "When is the museum open?") as connection:
            assert b"event: done" in read_all(connection)
        keys = list(cache.scan_iter())
        assert keys
        for key in keys:
            # The layer of the live feed keeps nothing, since nobody watches.
            assert re.fullmatch(r":1:assistant\.rate\.[0-9a-f]{32}\.\d+", key.decode())
            assert cache.get(key).isdigit()
            assert 0 < cache.ttl(key) <= 120
