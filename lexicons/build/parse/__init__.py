"""The parsers of the source files. The parsers of dictionaries translate rows into ``records.SourceRecord``."""
