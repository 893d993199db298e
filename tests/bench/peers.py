"""How the gate's peers stream: ``PYTHON tests/bench/peers.py NAME < task.json``, in whatever interpreter has the peer.

``tests.bench.gate`` starts it. It needs nothing of ours: a peer's own dependencies would not stand beside them. No
model is asked anything: the answer is given, and the rail is a plain function, so that what is measured is how a peer
buffers, cuts, checks and releases. The task is ``{"good": text, "bad": text, "figures": [...]}``: an answer in which
every figure is among ``figures``, and one in which one is not. The result, as JSON: see ``measured``.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from importlib.metadata import version
from typing import Any

#: What the reader gets, each with the number of pieces that had been read by then.
Released = list[tuple[int, str]]
#: Whether a stretch of text may be shown.
Rail = Callable[[str], bool]
Peer = Callable[[list[str], Rail], Released]

PIECE = 4
SIZES = (1, 4, 64)
RUNS = 3
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def sized(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def nemo(*, stream_first: bool) -> tuple[str, Peer]:
    """NeMo Guardrails: rails over 200 pieces with 50 before them; by default it shows them first (``stream_first``)."""
    from nemoguardrails import LLMRails, RailsConfig
    from nemoguardrails.actions.rail_outcome import RailOutcome

    config = RailsConfig.from_content(
        colang_content=(
            "define subflow check figures\n  $outcome = execute check_figures\n"
            "  if $outcome.is_blocked\n    bot refuse to respond\n    stop\n"
        ),
        yaml_content=(
            "models: []\nrails:\n  output:\n    flows:\n      - check figures\n"
            f"    streaming:\n      enabled: true\n      stream_first: {stream_first}\n"
        ),
    )
    rails = LLMRails(config)
    current: list[Rail] = []

    async def check_figures(context: dict[str, Any] | None = None, **_: Any) -> Any:
        return RailOutcome.allow() if current[-1]((context or {})["bot_message"]) else RailOutcome.block()

    rails.register_action(check_figures, "check_figures")

    def run(pieces: list[str], rail: Rail) -> Released:
        current[:] = [rail]

        async def gathered() -> Released:
            count = 0

            async def source() -> AsyncIterator[str]:
                nonlocal count
                for piece in pieces:
                    count += 1
                    yield piece

            found: Released = []
            async for text in rails.stream_async(messages=[{"role": "user", "content": "?"}], generator=source()):
                # What is shown in the place of blocked text is an error, as JSON.
                if not text.startswith('{"error"'):
                    found.append((count, text))
            return found

        return asyncio.run(gathered())

    return version("nemoguardrails"), run


def guardrails_ai(action: str) -> tuple[str, Peer]:
    """Guardrails AI: validators over its own sentences. ``exception`` stops the stream, ``fix`` leaves out."""
    # Nothing is asked of the network: neither traces nor a price list.
    os.environ |= {"OTEL_SDK_DISABLED": "true", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    from guardrails import Guard, OnFailAction, settings
    from guardrails.validator_base import FailResult, PassResult, Validator, register_validator

    settings.disable_tracing = True
    settings.rc.enable_metrics = False
    current: list[Rail] = []

    @register_validator(name="figures", data_type="string")
    class Figures(Validator):  # type: ignore[misc]
        def _validate(self, value: Any, metadata: dict[str, Any]) -> Any:
            return PassResult() if current[-1](value) else FailResult(error_message="a figure", fix_value="")

    def run(pieces: list[str], rail: Rail) -> Released:
        current[:] = [rail]
        # A new one each time: a validator keeps what it had gathered when it stopped.
        guard = Guard().use(Figures(on_fail=OnFailAction(action)))
        count = 0

        def source(*_: Any, **__: Any) -> Iterator[str]:
            nonlocal count
            for piece in pieces:
                count += 1
                yield piece

        found: Released = []
        try:
            for outcome in guard(source, messages=[{"role": "user", "content": "?"}], stream=True):
                if outcome.validated_output:
                    found.append((count, outcome.validated_output))
        except Exception as stopped:
            if "a figure" not in str(stopped):
                raise
        return found

    return version("guardrails-ai"), run


def sentence_stream() -> tuple[str, Peer]:
    """sentence-stream only splits: the rail looks at each of its sentences."""
    from sentence_stream import SentenceBoundaryDetector

    def run(pieces: list[str], rail: Rail) -> Released:
        detector = SentenceBoundaryDetector()
        found: Released = []
        for count, piece in enumerate(pieces, 1):
            for sentence in detector.add_chunk(piece):
                if not rail(sentence):
                    return found
                found.append((count, sentence))
        last = detector.finish()
        if last and rail(last):
            found.append((len(pieces), last))
        return found

    return version("sentence-stream"), run


PEERS: dict[str, Callable[[], tuple[str, Peer]]] = {
    "sentence-stream": sentence_stream,
    "nemoguardrails": lambda: nemo(stream_first=True),
    "nemoguardrails, stream_first off": lambda: nemo(stream_first=False),
    "guardrails-ai, exception": lambda: guardrails_ai("exception"),
    "guardrails-ai, fix": lambda: guardrails_ai("fix"),
}


def measured(peer: Peer, good: str, bad: str, figures: list[str]) -> dict[str, Any]:
    """What came of it.

    ``microseconds``: CPU time a piece of ``good``, the rail letting everything pass. ``first``: pieces read until the
    first text was released. ``length``: characters released of ``bad`` in pieces of four, up to and with what the rail
    refuses. ``unchecked``: whether the refused figure was among what was released, in any pieces. ``same``: whether
    pieces of each size released the same text of ``bad``.
    """
    allowed = frozenset(figures)

    def rail(text: str) -> bool:
        return allowed.issuperset(_FIGURE.findall(text))

    pieces = sized(good, PIECE)
    best = float("inf")
    for _ in range(RUNS):
        started = time.process_time()
        released = peer(pieces, lambda text: True)
        best = min(best, time.process_time() - started)
    wrong = next(figure for figure in _FIGURE.findall(bad) if figure not in allowed)
    texts = {size: "".join(text for _, text in peer(sized(bad, size), rail)) for size in SIZES}
    return {
        "microseconds": best / len(pieces) * 1e6,
        "first": released[0][0] if released else None,
        "length": len(texts[PIECE]),
        "unchecked": any(wrong in text for text in texts.values()),
        "same": len({text.strip() for text in texts.values()}) == 1,
    }


def main() -> None:
    """Measure the peer that is named; the result goes to standard output, nothing else does."""
    output, sys.stdout = sys.stdout, sys.stderr
    peer_version, peer = PEERS[sys.argv[1]]()
    task = json.load(sys.stdin)
    result = {"version": peer_version, **measured(peer, task["good"], task["bad"], task["figures"])}
    print(json.dumps(result), file=output)


if __name__ == "__main__":
    main()
