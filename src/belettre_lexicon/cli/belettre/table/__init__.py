"""Games with real cards: the referee of ``belettre table`` (``session``) and the judge alone (``judging``)."""
