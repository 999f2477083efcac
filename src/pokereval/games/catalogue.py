"""The games by name, and finished hands as plain records that can be written to a file and read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pokereval.errors import FileFormatError, GameError
from pokereval.games.game import Game
from pokereval.games.hand import Hand
from pokereval.games.holdem import Holdem, ShortDeck
from pokereval.games.omaha import Courchevel, Omaha
from pokereval.games.stud import Razz, Stud

__all__ = ["GAMES", "hand_from_record", "make_game", "record_of"]

GAMES: Mapping[str, tuple[Callable[..., Game], Mapping[str, Any]]] = {
    "holdem": (Holdem, {}),
    "shortdeck": (ShortDeck, {}),
    "omaha": (Omaha, {}),
    "omaha5": (Omaha, {"hole_cards": 5}),
    "omaha6": (Omaha, {"hole_cards": 6}),
    "omaha8": (Omaha, {"low": True}),
    "omaha5-8": (Omaha, {"hole_cards": 5, "low": True}),
    "omaha6-8": (Omaha, {"hole_cards": 6, "low": True}),
    "courchevel": (Courchevel, {}),
    "courchevel8": (Courchevel, {"low": True}),
    "stud": (Stud, {}),
    "stud8": (Stud, {"low": True}),
    "razz": (Razz, {}),
}
"""What makes each game, and what it is made with besides limit and stakes."""


def make_game(name: str, **rules: Any) -> Game:
    """Make a game by its short name.

    Parameters
    ----------
    name : str
        A key of `GAMES`.
    **rules
        What the game takes: limit, blinds or bets and bring-in, antes, house rules.

    Raises
    ------
    GameError
        For an unknown name, and for rules that the game does not have.

    Examples
    --------
    >>> make_game("omaha5-8", limit="pot", blinds=(1, 2)).title
    '5-card Omaha hi-lo'
    """
    if name not in GAMES:
        raise GameError(f"expected a game of {', '.join(GAMES)}, got {name!r}")
    make, fixed = GAMES[name]
    pairs = {key: tuple(given) if isinstance(given, list) else given for key, given in rules.items()}
    try:
        return make(**fixed, **pairs)
    except TypeError as error:
        raise GameError(f"expected rules that {name} has: {error}") from None


def record_of(hand: Hand, name: str, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return a hand as plain data for JSON: its game and rules, its start, its events, and the chips at the end.

    Examples
    --------
    >>> hand = make_game("holdem", blinds=(1, 2)).start([100, 100], seed=1)
    >>> hand.fold()
    >>> record = record_of(hand, "holdem", {"blinds": (1, 2)})
    >>> record["stacks"], hand_from_record(record) == hand
    ([99, 101], True)
    """
    return {
        "game": name,
        "rules": dict(rules),
        "setup": hand.setup,
        "events": hand.events,
        "stacks": list(hand.stacks),
    }


def hand_from_record(record: Mapping[str, Any]) -> Hand:
    """Rebuild a hand from its record and compare what comes of it.

    Raises
    ------
    FileFormatError
        If something is missing from the record, or the hand ends with other stacks.
    GameError
        If the events are not those of a hand.
    """
    missing = [key for key in ("game", "rules", "setup", "events", "stacks") if key not in record]
    if missing:
        raise FileFormatError(f"expected the record of a hand with {', '.join(missing)}")
    game = make_game(record["game"], **record["rules"])
    try:
        hand = game.replay(record["setup"], record["events"])
    except (TypeError, KeyError, IndexError) as error:
        raise FileFormatError(
            f"expected setup and events of a hand: {type(error).__name__}: {error}"
        ) from None
    if hand.stacks != list(record["stacks"]):
        raise FileFormatError(f"expected a hand that ends with stacks {hand.stacks}, got {record['stacks']}")
    return hand
