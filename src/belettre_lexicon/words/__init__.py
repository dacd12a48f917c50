"""Floor 2. Words and the rules W: start reading at ``judge``; it knows no seats and no turns."""
