"""A client of HTTP/2 with one stream: what a browser is to a proxy, where Stop resets the stream and keeps the rest."""

from __future__ import annotations

import json
from typing import Any

import h2.config
import h2.connection
import h2.errors
import h2.events

from .fronts import QUESTION, Front


class Http2:
    """One connection. ``received`` is the body so far."""

    def __init__(self, front: Front) -> None:
        self._socket = front.connect(protocol="h2")
        assert self._socket.selected_alpn_protocol() == "h2"  # type: ignore[attr-defined]
        self._authority = front.host
        self._connection = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
        self._connection.initiate_connection()
        self._flush()
        self.stream = 0
        self.received = b""
        self.status = ""

    def ask(self, **fields: Any) -> None:
        """Send a question on a new stream."""
        self.stream = self._connection.get_next_available_stream_id()
        self.received = b""
        content = json.dumps({"question": QUESTION, "locale": "en", **fields}).encode()
        headers = [
            (":method", "POST"),
            (":scheme", "https"),
            (":authority", self._authority),
            (":path", "/assistant/ask"),
            ("content-type", "application/json"),
            ("content-length", str(len(content))),
        ]
        self._connection.send_headers(self.stream, headers)
        self._connection.send_data(self.stream, content, end_stream=True)
        self._flush()

    def read_until(self, what: bytes) -> bytes:
        """The body up to and with ``what``."""
        while what not in self.received:
            data = self._socket.recv(65536)
            assert data, f"the connection ended before {what!r}: {self.received[-300:]!r}"
            for event in self._connection.receive_data(data):
                if isinstance(event, h2.events.ResponseReceived):
                    self.status = dict(event.headers)[":status"]
                elif isinstance(event, h2.events.DataReceived):
                    self.received += event.data
                    self._connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            self._flush()
        return self.received

    def reset(self) -> None:
        """Stop: the stream ends, the connection stays."""
        self._connection.reset_stream(self.stream, h2.errors.ErrorCodes.CANCEL)
        self._flush()

    def close(self) -> None:
        """The whole connection."""
        self._socket.close()

    def _flush(self) -> None:
        self._socket.sendall(self._connection.data_to_send())
