"""The parsers of the source files; those of dictionaries translate rows and tags to ``records.SourceRecord``."""
