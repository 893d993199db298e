"""Addresses have one form, in which no two programs read them differently; only public ones may be connected to."""

from __future__ import annotations

from ipaddress import ip_network

import pytest

from corpus.loaders.addresses import BadAddress, host_of, may_connect, named_host, normalise


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        ("HTTP://Example.ORG", "http://example.org/"),
        ("https://example.org:443/a#part", "https://example.org/a"),
        ("http://example.org:80/a/../b/./c?x=1&y", "http://example.org/b/c?x=1&y"),
        ("http://example.org/../..", "http://example.org/"),
        ("https://bücher.example/straße", "https://xn--bcher-kva.example/stra%C3%9Fe"),
        ("http://example.org/%d9%81%zz", "http://example.org/%D9%81%25zz"),
        ("http://example.org./a", "http://example.org/a"),
        ("http://example.org//other.example/x", "http://example.org//other.example/x"),
        ("http://[::FFFF:7f00:1]:8000/", "http://[::ffff:7f00:1]:8000/"),
        (" http://example.org/a \n", "http://example.org/a"),
    ],
)
def test_an_address_has_one_form(given, normal):
    """And that form is its own."""
    assert normalise(given) == normal
    assert normalise(normal) == normal


@pytest.mark.parametrize(
    "given",
    [
        "ftp://example.org/",
        "javascript:alert(1)",
        "/relative",
        "http://",
        "http://.../",
        "http://user@example.org/",
        "http://a:b@example.org/",
        "http://example.org\\@other.example/",
        "http://exa mple.org/",
        "http://example.org/\r\nHost: other.example",
        "http://example.org:port/",
        "http://example.org:99999/",
        "http://[::1",
        "http://[fe80::1%25eth0]/",
        "http://exa%6dple.org/",
        "http://example.org/" + "x" * 2000,
    ],
)
def test_what_is_no_plain_address_is_refused(given):
    """Also what one program would take for this host and another for that."""
    with pytest.raises(BadAddress):
        normalise(given)


def test_a_relative_address_is_one_beside_its_base():
    """It cannot leave http."""
    assert normalise("../c?d", "https://example.org/a/b/") == "https://example.org/a/c?d"
    assert normalise("//other.example/x", "https://example.org/") == "https://other.example/x"
    with pytest.raises(BadAddress):
        normalise("data:text/html,x", "https://example.org/")


def test_a_host_is_named_with_its_port_unless_it_is_a_usual_one():
    """So that naming a site does not open the other services of its machine."""
    assert host_of(normalise("https://example.org/a")) == host_of(normalise("http://example.org/")) == "example.org"
    assert host_of(normalise("http://example.org:8080/")) == named_host("Example.org:8080") == "example.org:8080"
    assert host_of(normalise("http://example.org:443/")) == named_host("example.org:80") == "example.org"
    assert named_host("https://www.example.org/some/page") == "www.example.org"


@pytest.mark.parametrize(
    "address",
    ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2001:4860:4860::8888"],
)
def test_a_public_address_may_be_connected_to(address):
    """IPv4 also as networks of IPv6 write it."""
    assert may_connect(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1"),
        *(
            "169.254.169.254",
            "168.63.129.16",
            "100.100.100.200",
            "192.0.0.192",
            "192.0.2.1",
            "192.88.99.1",
            "198.18.0.1",
        ),
        *("224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"),
        *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "fec0::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "64:ff9b::7f00:1"),
        *("64:ff9b:1::1", "2002:7f00:1::", "2001::1", "100::1", "5f00::1"),
    ],
)
def test_any_other_may_not(address):
    """Private, loopback, link-local, multicast, reserved, a cloud's metadata, and all of them inside IPv6."""
    assert not may_connect(address)


def test_what_the_owner_allows_may_be_connected_to_in_either_spelling():
    """And nothing next to it."""
    allowed = (ip_network("10.1.0.0/16"), ip_network("fd00::/8"))
    assert may_connect("10.1.2.3", allowed)
    assert may_connect("::ffff:10.1.2.3", allowed)
    assert may_connect("fd00::1", allowed)
    assert not may_connect("10.2.0.1", allowed)
