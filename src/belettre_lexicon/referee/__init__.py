"""Floor 4. All sentences for players (``fr.toml``, ``en.toml``) and the functions that fill in their placeholders.

Start reading at ``sentences`` (verdicts on words) or ``game`` (events, refused moves, questions). The parameter ``say``
is always the ``Catalogue`` of the language to use; calling it with a key returns a message.
"""
