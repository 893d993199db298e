"""The sentence gate: a streamed answer is checked sentence by sentence, then released.

Strings in, decisions out: standard library only, no I/O, no clock, no logging, no global state. Nothing that the gate
returns, raises or prints holds text that it withheld.
"""
