# %% [markdown]
"""A notebook on word families and searches, in cells that Jupyter (jupytext), VS Code and Spyder open as they are.

``python -m recipes.families_session`` runs all cells. Each ends by printing what it found.
"""

# %% The lexicon: what it knows, and from when
from collections import Counter

from belettre_lexicon import HouseRules, Judge, Lexicon
from belettre_lexicon.referee import Catalogue, chain_text, tree_lines

lexicon = Lexicon.open()
say = Catalogue.load("en")
print(f"{len(lexicon):,} words may be played; edition {lexicon.edition}")

# %% A family as a tree: every word stands below the word that it is built on
for family in lexicon.family("raconter"):
    for line in list(tree_lines(family, "raconter", say))[:8]:
        print(f"{line.branch}{line.word}  {line.about}")

# %% How words are built: the affixes of a family, the most frequent first
jeu = lexicon.family("jouet")[0]
affixes = Counter(link.affix or link.relation for link in jeu.links.values())
print(f"{jeu.root.spelling}: {len(jeu)} words;", ", ".join(f"{affix} {n}" for affix, n in affixes.most_common(5)))

# %% Are two words kin? The chain of links proves it, its tier says how sure a speaker is
for first, second in [("jouet", "joueur"), ("scolaire", "école"), ("hôtel", "hôpital"), ("souris", "sourire")]:
    kinship = lexicon.kinship(first, second)
    print(f"{first}, {second}:", f"{kinship.tier}: {chain_text(kinship, say)}" if kinship else "not kin")

# %% The words for a hand: a majuscule F and the minuscules l, e, c, after « facilité » was played
judge = Judge(lexicon)
for word in judge.find("F", "lec", limit=5, played=["facilité"]):
    print(f"{word.spelling:12} {word.zipf:.1f}")

# %% The longest words for the same cards, and how many there are under two house rules
print(", ".join(word.spelling for word in judge.find("F", "lec", limit=3, order="length")))
for rules in (HouseRules(), HouseRules(min_letters=8)):
    print(f"at least {rules.min_letters} letters: {lexicon.count('F', 'lec', rules=rules)} words")

# %% A word that the lexicon does not know has no family; similar words may be what was meant
for asked in ("bellete", "zzzzzz"):
    if not lexicon.family(asked):
        print(f"{asked}: no family;", "similar:", ", ".join(lexicon.suggest(asked, 3)) or "none")
