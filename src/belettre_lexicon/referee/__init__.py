"""Floor 4. All sentences for players (``fr.toml``, ``en.toml``) and the functions that fill them in.

Start reading at ``sentences`` (verdicts on words) or ``game`` (events, refused moves, questions). Functions called
``…_text`` return text in one language: the language of the ``Catalogue`` that they get, always named ``say``.
"""
