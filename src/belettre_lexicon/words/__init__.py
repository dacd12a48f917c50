"""Floor 2. The rules for words (W): start reading at ``single_word``. Seats and turns are unknown here."""
