"""Floor 2. The rules for words (W). Start reading at ``single_word``. This package knows nothing of seats or turns."""
