"""What ``belettre serve`` needs to know about this machine: its port, its addresses, and how many files it may open.

Start reading at ``listen``.
"""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress

from ..kit.terminal import UnusableInputError

#: The address that only this machine can reach, and the address that stands for all network interfaces.
LOOPBACK, _EVERYWHERE = "127.0.0.1", "0.0.0.0"
#: An address and port that nobody uses (RFC 5737). Connecting a UDP socket to it sends nothing, but makes the system
#: choose the address of this machine on its network, which the socket can then be asked for.
_UNREACHABLE = ("192.0.2.1", 9)
#: The limit of open files to request from the system. Each device that follows a game needs one, and the default limit
#: is often only 1024.
MAX_FILES = 16 * 1024


def listen(port: int, lan: bool) -> socket.socket:
    """Return a socket that listens on *port*.

    If *lan* is true, other devices on the network can connect to the socket, otherwise only programs on this
    machine can. Raises UnusableInputError if the port is out of range or already in use.
    """
    if not 0 <= port <= 65535:
        raise UnusableInputError(f"--port {port}, expected a number from 0 to 65535")
    # asyncio sets TCP_NODELAY only if the protocol is given. Without it the second packet of a response waits 40 ms.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((_EVERYWHERE if lan else LOOPBACK, port))
        listening.listen(1)  # with SO_REUSEADDR two sockets may bind the port, but only one may listen
    except OSError as error:
        listening.close()
        reason = error.strerror or error
        raise UnusableInputError(f"--port {port} cannot be used: {reason}; « --port 0 » picks a free one") from error
    return listening


def lan_address() -> str:
    """Return the address of this machine on its network; "" if it is not connected to one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_UNREACHABLE)
            address: str = probe.getsockname()[0]
        except OSError:
            return ""
    return "" if address.startswith("127.") else address


def host_names() -> tuple[str, ...]:
    """Return the host names by which other devices may reach this machine; () if it has none."""
    name = socket.gethostname().lower().partition(".")[0]
    return (f"{name}.local", name) if name else ()


def allow_many_files() -> None:
    """Raise the limit of open files of this process to MAX_FILES, or as far as the system allows."""
    with suppress(ModuleNotFoundError, ValueError, OSError):
        import resource  # does not exist on Windows

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(MAX_FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def trusted_networks(text: str) -> tuple[str, ...]:
    """Return the networks of ``--trusted-proxy`` in their usual notation; a single address is a network of its own.

    Raises UnusableInputError if one is not a network.

    >>> trusted_networks("10.0.0.0/8, ::1")
    ('10.0.0.0/8', '::1/128')
    """
    networks = []
    for name in listed(text):
        try:
            networks.append(str(ipaddress.ip_network(name)))
        except ValueError as error:
            raise UnusableInputError(
                f"--trusted-proxy {name!r:.60}: expected an address or a network, such as 10.0.0.0/8: {error}"
            ) from error
    return tuple(networks)


def listed(text: str) -> tuple[str, ...]:
    """Return the parts of a text in which they are separated by commas; empty ones are left out."""
    return tuple(part for name in text.split(",") if (part := name.strip()))
