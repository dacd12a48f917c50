"""Belettre on the server: what ``tables.kind.Kind`` asks of its games.

Start reading at ``kind``. *game* is a game, *snapshot* what one device may see of it, *fragment* the part of its page
that changes, with the *places* around the table and the *story* at the end.
"""
