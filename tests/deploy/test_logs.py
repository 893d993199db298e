"""Nothing of a visitor reaches a log: not the address, not the path with its token, not the question."""

from __future__ import annotations

from tests.live.reading import read_until
from tests.servers.ports import free_port

from .fronts import SENTENCE, Front, proxy
from .test_routes import get

ADDRESS = "127.0.3.77"
SECRETS = (ADDRESS, "quuxly", "s3cret-token", "Zebulon/5.0")
SAID = {"page": "https://localhost/?q=quuxly", "history": [{"question": "Who is quuxly?", "answer": "Zebulon/5.0."}]}
PATHS = ("/?q=quuxly", "/assistant/transcript/c.s3cret-token/", "/admin/?q=quuxly", "/nowhere/?q=quuxly")


def visit(front: Front) -> None:
    """Pages that are there, and some that are not, and a question; all from one address."""
    for path in PATHS:
        with front.asked(address=ADDRESS):
            pass
        lines = f"GET {path} HTTP/1.1\r\nHost: {front.host}\r\nUser-Agent: Zebulon/5.0\r\nConnection: close\r\n\r\n"
        connection = front.connect(address=ADDRESS)
        connection.sendall(lines.encode())
        read_until(connection, b"\r\n\r\n")
        connection.close()


def test_no_log_names_a_visitor(front, provider):
    """Neither the proxy's nor the site's, whatever was asked."""
    headers = {"User-Agent": "Zebulon/5.0", "Referer": "https://quuxly.example/"}
    with front.asked(address=ADDRESS, headers=headers, **SAID) as connection:
        call = provider.next_call()
        call.say(SENTENCE + "Zebulon/5.0 was knighted for quuxly in 1987 [S1]. More")
        read_until(connection, b"event: done")
    for _ in range(5):
        # Who leaves with much unread makes the server's next write fail.
        with front.asked(address=ADDRESS, room=2304) as connection:
            call = provider.next_call()
            call.say(SENTENCE * 200)
            read_until(connection, b"event: text")
    visit(front)
    while not provider.calls.empty():
        provider.calls.get().wait_closed()
    logs = front.site.log + (front.proxy.log if front.proxy else "")
    assert not [line for line in logs.splitlines() if any(secret in line for secret in SECRETS)]


def test_nor_does_it_when_no_worker_is_there(proxied, tmp_path):
    """What a proxy says of its own failures would hold the whole request."""
    with proxy(proxied.name, tmp_path, proxied.certificate, free_port()) as alone:
        front = Front(proxied.name, proxied.site, alone, proxied.certificate)
        with front.asked(question="quuxly", address=ADDRESS, headers={"User-Agent": "Zebulon/5.0"}) as connection:
            assert read_until(connection, b"\r\n").split(b" ")[1] in (b"502", b"503")
        head, _ = get(front, "/assistant/transcript/c.s3cret-token/?q=quuxly")
        assert head.split(b" ")[1] in (b"502", b"503")
        assert not [secret for secret in SECRETS if secret in alone.log]
