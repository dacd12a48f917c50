"""The values of the options of ``belettre serve``, checked before the server starts.

Start reading at ``trusted_networks``.
"""

from __future__ import annotations

import ipaddress

from ..kit.terminal import UnusableInputError


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
