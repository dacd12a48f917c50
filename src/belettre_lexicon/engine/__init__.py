"""Floor 3. A whole game on top of the word checks: start reading at ``partie``; it knows no sentences and no screen."""
