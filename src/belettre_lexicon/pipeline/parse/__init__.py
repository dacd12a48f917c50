"""The parsers, one module per source: from its file format and tags to ``records.SourceRecord``."""
