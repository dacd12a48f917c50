"""One sample of every kind of object that a program may want to keep, copy or send to another process."""

from __future__ import annotations

import random
from typing import Any

from belettre_lexicon import Card, History, HouseList, HouseRules, Judge, Lexicon, Partie, Seat
from belettre_lexicon.engine import AnnounceBelettre, Lay, Passe, Team, parse_record, record_of, seen_by
from belettre_lexicon.french.cards import Case
from belettre_lexicon.games.belettre.bots.amateur import AmateurBot, FuzzerBot
from belettre_lexicon.games.belettre.bots.playout import Vocabulary
from belettre_lexicon.games.belettre.bots.simulation import BotFactory, play_out
from belettre_lexicon.games.belettre.bots.strong import StrongBot
from belettre_lexicon.games.belettre.partie import HistoryCache
from belettre_lexicon.games.belettre.pli import TrapPhase
from belettre_lexicon.games.belettre.records.json_lines import format_record
from belettre_lexicon.words.decode import decode_verdict

RULES = HouseRules(min_letters=4, refuse_labels="old,vulgar", participles="never", accents="free", memory="manche")


def house_list() -> HouseList:
    """A list that accepts and refuses words, with and without notes."""
    return HouseList.parse(["+ chocolatine on est à Toulouse", "- wagon", "+ drôlatique"])


def played(judge: Judge, seed: int, actions: int | None = None) -> Partie:
    """A partie that fuzzers have played: some words are refused, some players pass. All of it, or some actions."""
    rng = random.Random(seed)
    partie = Partie.new(judge, rng, manches=2, seed=seed)
    cache = HistoryCache(judge.rules)
    bots = {seat: FuzzerBot(judge, rng, cache) for seat in Seat}
    if actions is None:
        play_out(partie, bots)
    else:
        for _ in range(actions):
            seat = partie.acting_seats()[0]
            partie.apply(bots[seat].choose(partie.view(seat)))
    return partie


def values(lexicon: Lexicon) -> dict[str, Any]:
    """Objects that compare by value, by a name for the report of a test."""
    judge, table = Judge(lexicon), Judge(lexicon, RULES, house_list())
    partie = played(judge, 3)
    kinship = lexicon.kinship("scolaire", "écolier")
    verdicts = {
        f"verdict {word}": judge(word, initial="j", letters="lo?", played=["joueur", "hôtel", "École"])
        for word in ("jouet", "joujou", "hôpital", "portes", "zzz", "a b", "école", "peche", "parle", "employée")
    }
    return {
        **verdicts,
        "verdict by a list": table("chocolatine"),
        "verdict against a list": table("wagon"),
        "verdict of a stream": next(judge.many(["portes"])),
        "verdict of a record": decode_verdict(verdicts["verdict jouet"].as_dict()),
        "question": verdicts["verdict jouet"].question,
        "question of a table": table("wagon", initial="W", letters="?", played=["volonté"]).question,
        "refusal": judge("jouet", played=["joueur"]).refusals[0],
        "lexicon": lexicon,
        "judge": judge,
        "judge of a table": table,
        "kinship": kinship,
        "link": kinship.chain[0] if kinship else None,
        "lexeme": lexicon.family("école")[0].root,
        "family": lexicon.family("école")[0],
        "word": lexicon.find("f", "lec", limit=1)[0],
        "word of a list": table.find("c", "hoc")[-1],
        "reading": lexicon.readings("employé")[0],
        "history": History(["Volonté", "École", "d'école"], RULES),
        "house list": house_list(),
        "house rules": RULES,
        "published rules": HouseRules(),
        "card": Card.of("F"),
        "back": Card.of("min"),
        "case": Case.MAJ,
        "seat": Seat.LEVANTIN,
        "team": Team.PONANTAIS_LEVANTIN,
        "trap": TrapPhase.SPRUNG,
        "deck": partie.setup.deck,
        "setup": partie.setup,
        "state": partie.state,
        "events": partie.log,
        "what a seat sees": [seen_by(event, Seat.LEVANTIN) for event in partie.log],
        "view": played(judge, 4, 9).view(Seat.MERIDIONAL),
        "actions": (Lay(Seat.PONANTAIS, Card.of("l"), "volonté"), Passe(Seat.LEVANTIN, Card.of("K"))),
        "announcement": AnnounceBelettre(Seat.PONANTAIS),
        "record": parse_record(format_record(record_of(partie)).splitlines()),
        "partie": partie,
        "partie with real cards": Partie.watched(judge),
        "partie in its middle": played(judge, 5, 17),
        "partie of a table": played(table, 6),
    }


def bots(judge: Judge) -> dict[str, Any]:
    """Bots, which change: compare what they choose."""
    rng, cache = random.Random(8), HistoryCache(judge.rules)
    return {
        "random": AmateurBot(judge, rng, cache),
        "fuzzer": FuzzerBot(judge, rng, cache),
        "strong": StrongBot(judge, rng, cache, samples=4, vocabulary=Vocabulary(judge)),
        "factory": BotFactory(judge).bot("strong", rng, cache),
    }
