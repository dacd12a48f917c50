"""The examples E1 to E10 of the published rules, in shorthand, and which seat picks up the pli of each."""

from __future__ import annotations

from pathlib import Path

from belettre_lexicon.games.belettre.seats import Seat

PON, SEP, LEV, MER = Seat
#: Name of the example → its game in shorthand. In the file, « / » separates the lines of a game.
EXAMPLES = {
    name: game.strip().replace(" / ", "\n") + "\n"
    for line in Path(__file__).with_name("examples.txt").read_text(encoding="utf-8").splitlines()
    if line.startswith("E")
    for name, _, game in [line.partition(":")]
}
#: Name of the example → who picks up, by the last column of the table in the rules.
TAKERS = {"E1": MER, "E2": MER, "E3": MER, "E4": MER, "E5": LEV, "E6": LEV, "E7": MER, "E8": MER, "E9": SEP, "E10": LEV}
