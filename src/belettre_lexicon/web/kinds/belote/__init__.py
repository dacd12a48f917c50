"""Score sheets of Belote on the server: what ``tables.kind.Kind`` asks of them. Start reading at ``kind``."""
