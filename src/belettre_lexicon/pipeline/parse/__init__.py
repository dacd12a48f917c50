"""One module per source: its file format and tags → ``records.SourceRecord``."""
