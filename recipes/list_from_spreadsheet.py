"""Turn a spreadsheet of decisions into the house list of a table, and say which decisions change anything.

    python -m recipes.list_from_spreadsheet decisions.csv > table.txt
    belettre check chocolatine --house-list table.txt

The spreadsheet is exported as CSV or TSV. Its first row names the columns: mot or word, accepté or accepted, note.
"""

from __future__ import annotations

import argparse
import sys

from belettre_lexicon import BelettreError, HouseList, Judge, Lexicon


def idle_decisions(house: HouseList, judge: Judge) -> list[str]:
    """Return the words of a list on which the judge decides in the same way without the list."""
    decisions = [(key, True) for key in house.accepted] + [(key, False) for key in house.refused]
    return sorted(house.spellings[key] for key, accepted in decisions if judge(house.spellings[key]).valid is accepted)


def main(arguments: list[str] | None = None) -> int:
    """Run the script; return its exit status: 0, or 2 if the spreadsheet cannot be read."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("table", metavar="FILE", help="the spreadsheet, exported as .csv or .tsv")
    options = parser.parse_args(arguments)
    try:
        house = HouseList.read(options.table)
    except BelettreError as error:
        print(f"list_from_spreadsheet: {error}", file=sys.stderr)
        return 2
    for word in idle_decisions(house, Judge(Lexicon.open())):
        print(f"{word}: the lexicon decides the same", file=sys.stderr)
    print("\n".join(house.lines()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
