"""The parsers: one module per source, which translates its file format and tags to ``records.SourceRecord``."""
