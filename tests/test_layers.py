"""The house has floors: a module imports from lower floors only, and neighbours on a floor leave each other alone.

The imports are read from the sources as text, those inside functions and for type checkers only among them, so a
cycle that is merely hidden is found too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

# From the ground up. A package stands for all its modules, which may import each other.
FLOORS: tuple[frozenset[str], ...] = tuple(
    frozenset(names.split())
    for names in (
        "errors _core",
        "arrays isa",
        "cards variants threads",
        "deck door ranks pot_checks pot_words ranges",
        "evaluate best",
        "boards settled special",
        "pots",
        "showdown",
        "games table_files equities",
        "draws",
        "cli",
        "__main__",
    )
)
FLOOR_OF = {name: floor for floor, names in enumerate(FLOORS) for name in names}
# Re-exports and nothing else: it stands outside the floors, and no module may lean on it.
ROOF = "__init__"


def package_folder() -> Path:
    spec = find_spec("pokereval")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


FOLDER = package_folder()
MODULES = sorted(path.relative_to(FOLDER) for path in FOLDER.rglob("*.py") if path != FOLDER / "__init__.py")


def room_of(module: Path) -> str:
    """``cards.py`` is the room ``cards``; ``games/hand.py`` is in the room ``games``."""
    return module.parts[0].removesuffix(".py")


def imported_rooms(source: str, module: Path) -> Iterator[tuple[int, str]]:
    """Line and room of every import from inside the package, however it is spelt."""
    package = ("pokereval", *module.parts[:-1])
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            targets = [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            start = base + tuple((node.module or "").split(".") if node.module else ())
            # `from . import cards` imports a room, `from .cards import card_id` a name out of one.
            targets = [(*start, alias.name) for alias in node.names] if start == ("pokereval",) else [start]
        else:
            continue
        for target in targets:
            if target[0] == "pokereval":
                yield node.lineno, target[1] if len(target) > 1 else ROOF


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_imports_point_strictly_downwards(module: Path) -> None:
    room = room_of(module)
    assert room in FLOOR_OF, f"{module} stands on no floor: give it one in FLOORS"
    for line, other in imported_rooms((FOLDER / module).read_text(encoding="utf-8"), module):
        where = f"{module}:{line}"
        assert other != ROOF, f"{where} imports the package itself, which imports everything"
        if other != room:
            assert other in FLOOR_OF, f"{where} imports {other}, which stands on no floor"
            assert FLOOR_OF[other] < FLOOR_OF[room], f"{where} imports {other}, which is not below {room}"


@pytest.mark.parametrize(
    ("line", "module", "room"),
    [
        ("import pokereval", "cards.py", ROOF),
        ("import pokereval.cards", "pots.py", "cards"),
        ("from pokereval import cards", "pots.py", "cards"),
        ("from pokereval.cards import card_id", "pots.py", "cards"),
        ("from . import cards", "pots.py", "cards"),
        ("from .cards import card_id", "pots.py", "cards"),
        ("from ..cards import card_id", "games/hand.py", "cards"),
        ("from .. import cards", "games/hand.py", "cards"),
        ("from .betting import Limit", "games/hand.py", "games"),
        ("def late():\n    from .showdown import settle", "pots.py", "showdown"),
    ],
)
def test_every_spelling_of_an_import_is_recognised(line: str, module: str, room: str) -> None:
    assert [found for _, found in imported_rooms(line, Path(module))] == [room]


def test_the_compiled_core_imports_nothing_of_the_package() -> None:
    source = Path(__file__).resolve().parents[1] / "src" / "pokereval" / "_core.pyx"
    for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), start=1):
        words = line.split()
        if words and words[0] in {"import", "cimport", "from"}:
            assert not words[1].startswith((".", "pokereval")), f"_core.pyx:{number} {line}"


def test_the_package_itself_only_lists_its_public_names() -> None:
    tree = ast.parse((FOLDER / "__init__.py").read_text(encoding="utf-8"))
    kept = (ast.Import, ast.ImportFrom, ast.Expr, ast.Assign, ast.AnnAssign, ast.If, ast.FunctionDef)
    assert all(isinstance(node, kept) for node in tree.body)
    functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    assert set(functions) <= {"__getattr__", "__dir__"}
