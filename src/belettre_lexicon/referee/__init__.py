"""Floor 4. The only place with sentences for players: ``fr.toml`` and ``en.toml``."""
