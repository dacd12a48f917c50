"""The parsers of the source files. Parsers of dictionaries translate the rows and tags of a source to ``SourceRecord``."""
