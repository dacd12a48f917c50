"""Sentences of Belote, in ``belote_fr.toml`` and ``belote_en.toml``: start with ``load_belote``."""

from .names import load_belote

__all__ = ["load_belote"]
