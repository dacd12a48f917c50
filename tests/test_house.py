"""The house itself: floors, sizes, docstrings, rule ids, start-up imports."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from scripts.generated import house_map, table_faces
from scripts.generated.house_map import FLOORS
from scripts.regenerate import outdated
from tests.conftest import ROOT
from tests.import_graph import MODULES as GRAPH_MODULES
from tests.import_graph import PACKAGE, circles, function_level_imports, import_graph, run_time_imports

MODULES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def imported(path: Path) -> list[str]:
    """First-level names of the package that a module imports, at any depth of its code."""
    found = []
    for node in ast.walk(ast.parse((PACKAGE / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = [*path.parts[:-1]][: len(path.parts) - node.level]
            target = [*base, *(node.module.split(".") if node.module else [])]
            names = target[:1] or [alias.name for alias in node.names]
            found += names
    return found


def top(path: Path) -> str:
    return path.parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_imports_only_go_down(path: Path) -> None:
    """A module imports from its own floor or below."""
    here = top(path)
    for name in imported(path):
        assert FLOORS[name] <= FLOORS[here], name


def test_nothing_that_runs_imports_what_compiles_the_lexicon() -> None:
    """``lexicon.compile`` is for the build hook and for programs that compile a lexicon: nothing else imports it."""
    for module, targets in import_graph().items():
        if not module.startswith(("lexicon.compile", "lexicons")):
            assert not any(target.startswith("lexicon.compile") for target in targets), module


#: Imports inside functions, each with the reason why the module cannot import it at its top.
LAZY_IMPORTS = {
    "__init__ → *": "public names load their module when they are first used",
    "cli.main → *": "each command loads its own module: some of what they need takes longer than a check",
    "belote → base.exports": "importing the package needs nothing; a check does",
    "cli.belote.main → *": "each command loads its own module: some of what they need takes longer than a check",
    "cli.belote.check → cli.belote.renonces": "needed by --plis alone",
    "cli.belote.check → cli.belote.spoken": "needed by --auction alone",
    "cli.words.check → referee.json_objects": "needed by --json and --brief alone",
    "cli.kit.language → referee.translation": "needed for a French help page or error alone",
    "cli.words.find → referee.json_objects": "needed by --json alone",
    "cli.words.check → words.house_list": "needed by --house-list alone",
    "cli.words.family → referee.picture": "needed by --svg alone",
    "cli.words.family → cli.kit.text_files": "needed by --pairs alone",
    "cli.words.lexicon → lexicon.kin.kinship": "needed by export alone",
    "cli.words.lexicon → lexicon.tables": "needed by export alone",
    "cli.serve → web.*": "the web extra may not be installed, which is said in a sentence",
    "cli.kit.session → cli.kit.line_editor": "prompt_toolkit is an extra, and slow",
    "french.decks → base.files": "needed to read the file of a deck alone, while a search only counts points",
    "lexicon.lexicon → lexicon.kin.families": "a check without earlier words needs no families",
    "lexicon.lexicon → lexicon.kin.kinship": "needed by kinship and family alone",
    "lexicon.lexicon → lexicon.find.bitsets": "needed by searches, near words two edits away and family trees alone",
    "lexicon.lexicon → lexicon.find.search": "needed by find and count alone",
    "lexicon.lexicon → lexicon.find.suggest": "needed for near words alone",
    "referee → base.exports": "importing the package needs nothing; a check does",
    "engine.bots → base.exports": "importing the package needs nothing",
    "referee.sentences → referee.families": "needed for refusals by family (W8) alone",
    "referee.sentences → words.own_rules": "needed by tables with rules of their own alone",
    "words.history → lexicon.find.exclusion": "needed by searches alone",
    "words.judge → words.table_search": "needed by searches at a table with words or rules of its own alone",
    "words.verdicts → words.question": "needed where the question is read, not by a check",
    "words.judge → words.stream": "needed by streams alone",
    "words.single_word → words.own_rules": "needed by tables with rules of their own alone",
    "words.verdicts → words.evidence": "needed by judges of other words alone",
}


def test_imports_inside_functions_are_listed_with_their_reason() -> None:
    """An import inside a function has a reason, start-up or an extra, and every listed one exists."""
    found = {f"{importer or '__init__'} → {imported}" for importer, imported in function_level_imports()}
    used = {key for key in LAZY_IMPORTS if any(fnmatchcase(arrow, key) for arrow in found)}
    assert {arrow for arrow in found if not any(fnmatchcase(arrow, key) for key in LAZY_IMPORTS)} == set()
    assert used | {"__init__ → *"} == set(LAZY_IMPORTS)  # the package's own way is importlib


#: The parts of the server, from the lowest; each may import those before it (``web/__init__``).
WEB_FLOORS = (
    "asgi",
    "store",
    "tables",
    "live",
    "slow_tasks",
    "workers",
    "services",
    "edge",
    "api",
    "pages",
    "kinds",
    "app",
)


def test_the_parts_of_the_server_import_only_those_below() -> None:
    """No module of ``web`` imports a part that comes later in WEB_FLOORS."""
    arrows = [
        (importer, imported)
        for importer, targets in import_graph().items()
        for imported in targets
        if importer.startswith("web.") and imported.startswith("web.")
    ]
    floors = {arrow: [WEB_FLOORS.index(module.split(".")[1]) for module in arrow] for arrow in arrows}

    assert [f"{importer} → {imported}" for (importer, imported), (at, of) in floors.items() if of > at] == []


def test_belote_knows_no_words() -> None:
    """The second game imports what card games share and the errors, never words or lexicon."""
    graph = import_graph()
    used = {target for module in graph if module.startswith("games.belote") for target in graph[module]}

    assert {target for target in used if not target.startswith(("games.belote", "games.kit", "base."))} == set()


#: Where the judge that stands alone begins: what judges, describes and says a verdict.
JUDGE_ALONE = (
    "lexicon.lexicon",
    "words.judge",
    "words.decode",
    "words.objects",
    "words.evidence",
    "words.house_list",
    "words.own_rules",
    "referee.sentences",
    "referee.catalogue",
    "referee.json_objects",
    "referee.dossier",
    "french.decks",
    "literals",
)
#: Modules of the standard library that a judge needs least: a program may have no threads, processes or connections.
NOT_FOR_A_JUDGE = {
    *("asyncio", "concurrent", "ctypes", "http", "multiprocessing", "queue", "select", "signal", "socket", "sqlite3"),
    *("ssl", "subprocess", "tempfile", "threading"),
}


def test_a_judge_stands_alone() -> None:
    """What judges words, describes and says verdicts imports the standard library and the trie alone, at any depth."""
    waiting, reached = list(JUDGE_ALONE), set(JUDGE_ALONE)
    while waiting:
        module = waiting.pop()
        for name in set(run_time_imports(module)):
            if name.startswith("."):
                assert not name.startswith((".games", ".cli", ".web", ".harvest", ".lexicon.compile")), (module, name)
                if name[1:] not in reached:
                    reached.add(name[1:])
                    waiting.append(name[1:])
            elif name == "marisa_trie":
                assert module == "lexicon.file.trie"
            else:
                top_level = name.partition(".")[0]
                assert top_level in sys.stdlib_module_names, (module, name)
                assert top_level not in NOT_FOR_A_JUDGE, (module, name)

    assert {"words.single_word", "lexicon.find.search", "referee.families", "lexicon.file.trie"} <= reached


def test_a_judge_runs_without_other_libraries_threads_and_files() -> None:
    """A process in which nothing else can be imported, and no file opened, judges a word and says why in French."""
    code = f"""
import builtins, sys
blocked = {(*NOT_FOR_A_JUDGE, "msgspec", "litestar", "mmap", "sqlalchemy", "babel")!r}
lexicon_file, messages_file = [open({str(PACKAGE / "data")!r} + name, "rb").read() for name in ("/fr.lexicon",
                                                                                               "/fr.messages")]
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked: raise AssertionError(name + " was imported")
sys.meta_path.insert(0, Blocked())
assert not set(blocked) & set(sys.modules)
from belettre_lexicon import Judge, Lexicon, decode_verdict
from belettre_lexicon.referee import Catalogue, verdict_object, verdict_text, build_dossier
from belettre_lexicon.words import evidence, objects, own_rules, house_list, stream, table_search
from belettre_lexicon.lexicon.find import bitsets, suggest, exclusion, search
from belettre_lexicon.lexicon.kin import kinship
def closed_to_files(*_, **__): raise AssertionError("a file was opened")
builtins.open = closed_to_files
lexicon = Lexicon.from_bytes(lexicon_file, verify=True)
say = Catalogue.parse("fr", messages_file.decode())
verdict = Judge(lexicon)("jouet", initial="j", letters="e", played=["joueur"])
described = verdict_object(verdict, lexicon, say)
assert decode_verdict(described) == verdict
assert lexicon.find("F", "lec", limit=1)[0].spelling == "facile" and lexicon.suggest("bellete")[0] == "belette"
build_dossier(lexicon, verdict, say)
print(verdict_text(verdict, say))
"""
    # A process whose coverage is measured has threads and files of its own: this one is not measured.
    unmeasured = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    command = [sys.executable, "-X", "utf8", "-c", code]
    done = subprocess.run(command, env=unmeasured, capture_output=True, text=True, check=False)

    assert done.stderr == ""
    assert done.stdout.startswith("« jouet » : refusé. ")
    assert "joueur" in done.stdout


def test_there_is_no_import_circle() -> None:
    """No chain of imports leads back to its start; imports for annotations and inside functions count."""
    assert circles(import_graph()) == []


def test_no_two_public_classes_share_a_name() -> None:
    """A class name means one thing in the whole package, and in Belote: no program needs both games' cards at once."""
    places: dict[tuple[bool, str], list[str]] = {}
    for module, path in GRAPH_MODULES.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault((module.startswith("games.belote"), node.name), []).append(module)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_modules_are_short_and_say_what_they_are(path: Path) -> None:
    """No module over 600 lines; each starts with a docstring."""
    text = (PACKAGE / path).read_text(encoding="utf-8")
    assert text.count("\n") <= 600
    assert ast.get_docstring(ast.parse(text))


def test_the_map_of_the_house_is_current() -> None:
    """docs/house.md has every module with the first sentence of its docstring as it stands now."""
    assert outdated(house_map.generated()) == []


def test_the_faces_of_a_table_are_current() -> None:
    """docs/table-faces.md has the pictures that exist, and the texts as they stand now."""
    assert outdated(table_faces.generated()) == []


def test_the_map_of_the_house_has_every_module() -> None:
    """No module of the package is missing from the map."""
    named = set()
    folder = ""
    for line in house_map.house_map().splitlines():
        if heading := re.match(r"#+ (.+)", line):
            folder = heading[1] if heading[1].endswith("/") else ""
        elif row := re.match(r"\| `(\w+)`", line):
            named.add(f"{folder}{row[1]}.py")

    modules = {path.as_posix() for path in MODULES if path.name != "__init__.py" or len(path.parts) == 1}

    assert modules - named == set()


def test_contributing_names_every_wing() -> None:
    """The overview in CONTRIBUTING.md names each folder of the package."""
    overview = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

    for folder in {path.parent for path in MODULES if path.name == "__init__.py" and path.parts[1:]}:
        assert f"{folder.name}/" in overview, folder


def test_the_referee_and_the_faces_alone_have_sentences() -> None:
    """Below the referee, only docstrings, errors and the help of options have text between French quotation marks."""
    for path in MODULES:
        if FLOORS.get(top(path), 9) < FLOORS["referee"]:
            tree = ast.parse((PACKAGE / path).read_text(encoding="utf-8"))
            raised = {id(n) for r in ast.walk(tree) if isinstance(r, ast.Raise) for n in ast.walk(r)}
            docs = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
            docs |= {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.keyword) and n.arg == "about"}
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in raised | docs:
                    assert "«" not in node.value, (path, node.value)


def test_every_reason_has_a_test_and_a_sentence() -> None:
    """Each reason is met in the tests of the judge."""
    from belettre_lexicon import REASONS

    text = (ROOT / "tests/words/test_judge.py").read_text() + (ROOT / "tests/words/test_model.py").read_text()
    for reason in REASONS:
        assert f'"{reason}"' in text, reason


def test_rule_ids_of_the_code_are_in_rules_md() -> None:
    """Every rule id that the code names is explained in RULES.md."""
    ids = re.compile(r"(?<![\w.])([DPTJWS]\d{1,2}[a-c]?)\b")
    known = set(ids.findall((ROOT / "RULES.md").read_text(encoding="utf-8")))
    assert len(known) >= 44
    for path in MODULES:
        named = set(ids.findall((PACKAGE / path).read_text(encoding="utf-8")))
        assert named <= known, (path, named - known)


def test_every_rule_of_the_game_has_a_test_of_its_name() -> None:
    """Each id of D, P, T, J and S stands in the name of some test, as test_p9_…."""
    rules = re.findall(r"^(?:\| |- )([DPTJS]\d{1,2})\b", (ROOT / "RULES.md").read_text(encoding="utf-8"), re.MULTILINE)
    names = " ".join(
        found
        for path in (ROOT / "tests").rglob("test_*.py")
        for found in re.findall(r"def test_(\w+)", path.read_text(encoding="utf-8"))
    )
    assert len(set(rules)) == 31
    for rule in rules:
        assert re.search(rf"(?<![a-z0-9]){rule.lower()}(?![0-9])", names.replace("_", " ")), rule


def test_a_one_word_check_imports_nothing_heavy() -> None:
    """The way of a plain check never meets the modules that take milliseconds to import."""
    code = (
        "import sys; from belettre_lexicon.cli.main import main; main(['check', 'École', '--maj', 'e'])\n"
        "print(sorted(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = done.stdout.splitlines()[-1]
    for heavy in (
        "argparse",
        "json",
        "typing",
        "enum",
        "re",
        "dataclasses",
        "collections",
        "tomllib",
        "functools",
        "importlib.resources",
        "hashlib",
        "lexicons.build",
        "belettre_lexicon.lexicon.find.search",
        "belettre_lexicon.lexicon.find.bitsets",
        "belettre_lexicon.french.cards",
        "belettre_lexicon.words.stream",
        "belettre_lexicon.engine",
        "msgspec",
    ):
        assert f"'{heavy}'" not in loaded, heavy


def test_no_hosts_and_no_machine_paths() -> None:
    """Nothing tracked names a registry's host or a path of some machine."""
    pattern = re.compile(r"pypi\.org|pythonhosted|registry\.npmjs|deb\.debian|/(work|root|farm)/")
    for path in [*PACKAGE.rglob("*.py"), *ROOT.glob("*.md"), *ROOT.glob("scripts/**/*.py"), ROOT / "pyproject.toml"]:
        assert not pattern.search(path.read_text(encoding="utf-8")), path
