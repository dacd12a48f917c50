"""``python -m belettre_lexicon`` is the command ``belettre``."""

import sys

from .cli.main import main

sys.exit(main())
