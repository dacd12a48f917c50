"""Change the package in one place at a time, and report which of these mutants the tests do not notice.

    python -m scripts.mutants [PATH[:LINE] …] [--sample 300] [--seed 14]

PATH is a module or a folder of src/belettre_lexicon (default: all of TESTS), LINE a line of a module. ``--sample 0``
tries every mutant. A sample is drawn with the seed from the mutants of all these modules, so that the same command
tries the same mutants as long as the code is the same.

First the tests run once, to record which test runs which lines. Each mutant then runs in a process forked from this
one, where only the tests that run its line are run, the quickest first, until one fails. A mutant *survives* if none
fails, and is *timed out* if it uses far more processor time than its tests need. No file is changed. Linux only.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.machinery
import os
import pickle
import random
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import coverage
import pytest
from hypothesis import Phase, settings

from scripts.mutations import Mutant, compiled, diff, mutants_of

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "belettre_lexicon"
#: What is mutated, with the tests that have to notice. Paths are relative to the package and to the root.
TESTS = {
    "games/kit": ("tests/game", "tests/engine/test_simulation.py"),
    "lexicon/find/search.py": ("tests/lexicon",),
    "french/letters.py": ("tests/test_letters.py", "tests/test_letters_bounds.py", "tests/words"),
    "words": ("tests/words",),
    "games/belettre": ("tests/engine",),
    "games/belote": ("tests/belote",),
}
#: Processor seconds that a mutant may use: those of its tests times the factor, and some more for small ones.
TIME_FACTOR, MORE_SECONDS = 3, 5
#: The share of mutants that may survive.
MOST_SURVIVORS = 0.02
#: Why mutants survive that change nothing a test should see: module, changed line and reason, separated by tabs.
EXPLANATIONS = ROOT / "scripts" / "surviving_mutants.tsv"
#: The most memory of a mutant in bytes, so that an endless list is an error instead of a full machine.
MEMORY = 4 << 30


class Baseline(NamedTuple):
    """What the tests do without mutants.

    seconds  the processor time of each test, by its node id
    by_line  the tests that run each line, by file and line; a line that runs while a module is imported has none
    by_file  the tests that run any line of a file
    imports  the modules that the tests import, those of the package and of the tests excluded
    """

    seconds: dict[str, float]
    by_line: dict[tuple[str, int], set[str]]
    by_file: dict[str, set[str]]
    imports: list[str]


class Plugin:
    """A plugin of pytest that replaces the settings of tests/conftest.py, which is read before it; tests come later."""

    def pytest_configure(self, config: pytest.Config) -> None:
        """Let hypothesis try the same examples in every run, and not shrink those that fail."""
        config.addinivalue_line("markers", "no_cover: too slow to be traced by coverage (pytest-cov)")
        config.addinivalue_line("markers", "exhaustive: skipped unless all tests have to run (tests/exhaustive.py)")
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", settings.get_profile("belettre"), derandomize=True, phases=phases)
        settings.load_profile("mutants")


class Recorder(Plugin):
    """Records the lines and the time of each test."""

    def __init__(self) -> None:
        self.coverage = coverage.Coverage(data_file=None, source=[str(PACKAGE)], config_file=False)
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        """Attribute the lines and the processor time that are used from here on to this test."""
        self.coverage.switch_context(item.nodeid)
        began = time.process_time()
        result = yield
        self.seconds[item.nodeid] = time.process_time() - began
        return result


class Selection(Plugin):
    """Runs only the given tests, in their order."""

    def __init__(self, tests: Sequence[str]) -> None:
        self.rank = {test: rank for rank, test in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort the tests, and leave out the others."""
        items[:] = sorted((item for item in items if item.nodeid in self.rank), key=lambda item: self.rank[item.nodeid])


class MutantFinder(MetaPathFinder):
    """Imports the mutant instead of the module of the same file."""

    def __init__(self, mutant: Mutant) -> None:
        parts = mutant.path.relative_to(SOURCE).with_suffix("").parts
        self.name = ".".join(parts).removesuffix(".__init__")
        self.code = compiled(mutant)

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Find the mutated module; None for all others, which Python then finds as usual."""
        if name != self.name:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        assert spec is not None
        assert isinstance(spec.loader, importlib.machinery.SourceFileLoader)
        spec.loader.get_code = lambda fullname: self.code  # type: ignore[method-assign]
        return spec


def forked(task: Callable[[], object], seconds: int | None = None) -> tuple[int, Any]:
    """Run *task* in a forked process; return the exit code, negative for a signal, and what *task* returned.

    seconds  the processor time that the process may use, with a minute and ten times as much until it ends at all;
             None for no limit
    """
    with tempfile.TemporaryFile() as results:
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                os.setpgid(0, 0)
                if seconds is not None:
                    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
                    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                    signal.alarm(60 + 10 * seconds)
                    silence = os.open(os.devnull, os.O_RDWR)
                    for stream in (0, 1, 2):
                        os.dup2(silence, stream)
                result = task()
                pickle.dump(result, results)
                results.flush()
                status = 0
            finally:
                os._exit(status)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        with contextlib.suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)  # processes that the tests started and a killed mutant left behind
        results.seek(0)
        return code, pickle.load(results) if code == 0 else None


def run_pytest(arguments: Iterable[str], plugin: object) -> int:
    """Run pytest in this process, without the settings in pyproject.toml, which may name plugins. Return its status."""
    alone = ("-c", os.devnull, "--rootdir", str(ROOT), "-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin")
    quick = ("-x", "-q", "--tb=no", "--assert=plain", "-m", "not no_cover")
    return int(pytest.main([*arguments, *alone, *quick], [plugin]))


def record(tests: Sequence[str]) -> Baseline:
    """Run tests without mutants. Exit with a message if a test fails, since no mutant could be judged."""

    def run() -> Baseline:
        recorder = Recorder()
        recorder.coverage.start()
        status = run_pytest(tests, recorder)
        recorder.coverage.stop()
        if status != 0:
            raise SystemExit("the tests fail without mutants")
        data = recorder.coverage.get_data()
        by_line: dict[tuple[str, int], set[str]] = {}
        by_file: dict[str, set[str]] = {}
        for file in data.measured_files():
            for line, contexts in data.contexts_by_lineno(file).items():
                by_line[file, line] = set(contexts) - {""}
            by_file[file] = set().union(*(by_line[place] for place in by_line if place[0] == file))
        imports = [name for name in sys.modules if name.partition(".")[0] not in ("belettre_lexicon", "tests")]
        return Baseline(recorder.seconds, by_line, by_file, imports)

    code, baseline = forked(run)
    if code != 0:
        raise SystemExit("the tests fail without mutants")
    assert isinstance(baseline, Baseline)
    for name in baseline.imports:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)  # once, so that the process of each mutant finds it imported
    return baseline


def tests_for(mutant: Mutant, baseline: Baseline) -> list[str]:
    """Return the tests that may notice a mutant, the quickest first.

    These are the tests that run its line. For a line that runs at import, or in other processes, these are all tests,
    beginning with those that run other lines of its file.
    """
    file = str(mutant.path)
    near = baseline.by_file.get(file, set())
    tests = baseline.by_line.get((file, mutant.line)) or set(baseline.seconds)
    return sorted(tests, key=lambda test: (test not in near, baseline.seconds[test]))


def outcome(mutant: Mutant, baseline: Baseline) -> str:
    """Run the tests of a mutant; return "killed", "survived" or "timed out"."""
    tests = tests_for(mutant, baseline)
    files = dict.fromkeys(str(ROOT / test.partition("::")[0]) for test in tests)

    def run() -> int:
        sys.meta_path.insert(0, MutantFinder(mutant))
        return run_pytest(files, Selection(tests))

    seconds = MORE_SECONDS + round(TIME_FACTOR * sum(baseline.seconds[test] for test in tests))
    code, status = forked(run, seconds)
    if code in (-signal.SIGXCPU, -signal.SIGKILL, -signal.SIGALRM):
        return "timed out"
    return "survived" if status == 0 else "killed"


def chosen_mutants(paths: Sequence[str], sample: int, seed: int) -> dict[str, list[Mutant]]:
    """Return the mutants to try, by key of TESTS: a sample of those that *paths* name, or all if *sample* is 0."""
    wanted = [path.partition(":") for path in paths or TESTS]
    mutants = []
    for key in TESTS:
        for path in sorted((PACKAGE / key).rglob("*.py")) or [PACKAGE / key]:
            lines = {line for folder, _, line in wanted if path.is_relative_to(PACKAGE / folder)}
            if lines:
                found = mutants_of(path)
                mutants += [(key, mutant) for mutant in found if "" in lines or str(mutant.line) in lines]
    if sample:
        mutants = random.Random(seed).sample(mutants, min(sample, len(mutants)))
    chosen: dict[str, list[Mutant]] = {key: [] for key in TESTS}
    for key, mutant in sorted(mutants, key=lambda pair: pair[1]):
        chosen[key].append(mutant)
    return {key: found for key, found in chosen.items() if found}


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the mutants, print those that are not killed and a table. Return 1 if too many survive, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", metavar="PATH", help="modules or folders, relative to the package")
    parser.add_argument("--sample", type=int, default=300, help="how many mutants to try; 0 for all (default: 300)")
    parser.add_argument("--seed", type=int, default=14, help="the seed of the sample (default: 14)")
    options = parser.parse_args(arguments)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # importing those of the test extra takes a second
    os.chdir(ROOT)
    sys.path[:0] = [str(SOURCE)]

    counts: dict[str, Counter[str]] = {}
    explanations = read_explanations()
    with tempfile.TemporaryDirectory() as bytecode:
        sys.pycache_prefix = bytecode
        for key, mutants in chosen_mutants(options.paths, options.sample, options.seed).items():
            baseline = record(TESTS[key])
            counts[key] = Counter()
            for number, mutant in enumerate(mutants, 1):
                print(f"{key}: {number} of {len(mutants)}", end="\r", file=sys.stderr)
                began = time.monotonic()
                result = outcome(mutant, baseline)
                counts[key][result] += 1
                if result != "killed":
                    seconds = time.monotonic() - began
                    print(f"\n{result}: {mutant.path.relative_to(PACKAGE)}:{mutant.line} ({seconds:.0f} s)")
                    print(diff(mutant), explanation_of(mutant, explanations), sep="\n", flush=True)
    return print_table(counts)


def read_explanations() -> dict[tuple[str, str], str]:
    """Return why mutants survive that no test can or need kill, by module and line of the mutant (EXPLANATIONS)."""
    rows = [line.split("\t") for line in EXPLANATIONS.read_text(encoding="utf-8").splitlines() if line[:1] not in "#"]
    return {(path, line): reason for path, line, reason in rows}


def explanation_of(mutant: Mutant, explanations: dict[tuple[str, str], str]) -> str:
    """Return the explanation of a mutant in brackets; "" if it has none."""
    path = str(mutant.path.relative_to(PACKAGE))
    reasons = (explanations.get((path, line[1:].strip())) for line in diff(mutant).splitlines() if line[0] == "+")
    return next((f"({reason})" for reason in reasons if reason), "")


def print_table(counts: dict[str, Counter[str]]) -> int:
    """Print how many mutants were killed, survived and timed out. Return 1 if more than MOST_SURVIVORS survived."""
    total = sum(counts.values(), Counter[str]())
    print(f"\n{'':20} mutants  killed  survived  timed out")
    for key, count in {**counts, "all": total}.items():
        print(f"{key:20} {count.total():7} {count['killed']:7} {count['survived']:9} {count['timed out']:10}")
    share = total["survived"] / max(1, total.total())
    print(f"{share:.1%} of the mutants survived")
    return int(share > MOST_SURVIVORS)


if __name__ == "__main__":
    raise SystemExit(main())
