"""``python -m belettre_lexicon`` is the command ``belettre``."""

from .cli.main import run_and_leave

run_and_leave()
