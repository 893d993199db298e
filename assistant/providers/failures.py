"""What the SDKs' exceptions mean to us: which kind of failure, whether it is billed, whether a second call is safe.

An SDK's exception holds the request with its key, the prompt and the vendor's words. Nothing of it is kept: what is
raised further has a message of ours, and neither a cause nor a context.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from .base import ProviderBrokeOff, ProviderError, ProviderTimeout, ProviderUnreachable

#: The vendor did not even begin: too many calls, or overloaded.
TURNED_AWAY = (429, 503, 529)
#: Safe to ask again before anything came. Not 408 and 504: there a call that was sent may still be running, and billed.
WORTH_ANOTHER_CALL = (*TURNED_AWAY, 500, 502)
#: Codes with which a 429 means "never" and not "later".
HOPELESS = ("insufficient_quota", "billing_hard_limit_reached", "enforced_spend_limit_reached")


@dataclass(frozen=True)
class FailedCall:
    """One failed call. ``retry_after``: seconds that the vendor wants us to wait, where it says so."""

    error: ProviderError
    is_retriable: bool = False
    retry_after: float = 0


def read_failure(error: Exception) -> FailedCall:
    """What ``error``, raised by an SDK or its HTTP client at any time, means."""
    if isinstance(error, ProviderError):
        return FailedCall(error)
    status = getattr(error, "status_code", None)
    if isinstance(status, int) and status >= 300:
        return _of_status(status, error)
    # The SDKs wrap what their HTTP client raises, but not always: the names say it, and need no import.
    names = [kind.__name__ for raised in (error.__cause__, error) if raised for kind in type(raised).__mro__]
    if "ConnectTimeout" in names:
        return FailedCall(not_billed(ProviderTimeout("no connection within the time limit")), is_retriable=True)
    if "ConnectError" in names:
        return FailedCall(ProviderUnreachable("no connection could be made"), is_retriable=True)
    if {"ProxyError", "UnsupportedProtocol", "InvalidURL", "LocalProtocolError"} & set(names):
        return FailedCall(ProviderUnreachable("the address or the proxy cannot be used"))
    if {"TimeoutException", "APITimeoutError"} & set(names):
        return FailedCall(ProviderTimeout("no answer within the time limit"))
    if {"TransportError", "StreamError", "APIConnectionError"} & set(names):
        return FailedCall(ProviderBrokeOff("the connection ended in the middle"))
    if "APIError" in names:
        return FailedCall(ProviderError("the provider sent an error in its stream"))
    return FailedCall(ProviderBrokeOff("the stream could not be read"))


def _of_status(status: int, error: Exception) -> FailedCall:
    response = getattr(error, "response", None)
    headers: Mapping[str, str] = getattr(response, "headers", {})
    if status in (408, 504):
        return FailedCall(ProviderTimeout(f"the provider gave up waiting, status {status}"))
    failure = ProviderError(f"the provider answered with status {status}")
    if status < 500 or status in TURNED_AWAY:
        failure = not_billed(failure)
    codes = (getattr(error, "code", None), getattr(error, "error_code", None))  # OpenAI's name of it, Anthropic's
    is_hopeless = headers.get("x-should-retry") == "false" or any(code in HOPELESS for code in codes)
    return FailedCall(failure, status in WORTH_ANOTHER_CALL and not is_hopeless, retry_after(headers))


def not_billed(error: ProviderError) -> ProviderError:
    """``error``, of a call that certainly costs nothing."""
    error.billed = False
    return error


def retry_after(headers: Mapping[str, str]) -> float:
    """The seconds that ``Retry-After`` asks for, as a number or as a date; 0 where it asks for nothing sensible."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1)):
        raw = headers.get(name, "")
        try:
            return max(0.0, float(raw) * unit)
        except ValueError:
            pass
    try:
        date = parsedate_to_datetime(headers.get("retry-after", ""))
    except (TypeError, ValueError):
        return 0
    return max(0.0, (date - datetime.now(UTC)).total_seconds()) if date.tzinfo else 0
