"""``python -m belettre_lexicon.cli.belote`` is the command ``belote``."""

from .main import run_and_leave

run_and_leave()
