"""House rules: what a card room may decide for itself, with the decisions of the page of rules as defaults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pokereval.errors import GameError
from pokereval.games.checks import whole_chips

__all__ = ["Options", "Rake"]


@dataclass(frozen=True)
class Rake:
    """What the house takes from the pot before it is split.

    Parameters
    ----------
    per_mille : int
        Share of the pot in thousandths: 50 is five per cent. The rake is floored to whole units of `unit`.
    cap : int, optional
        The most chips taken from one hand.
    no_flop_no_drop : bool, default True
        Nothing is taken from a hand that ended before its first board card (in stud: before fourth street).
    unit : int, default 1
        The smallest amount the house takes.

    Examples
    --------
    >>> Rake(50, cap=300)(1999), Rake(50, cap=300)(100000)
    (99, 300)
    """

    per_mille: int
    cap: int | None = None
    no_flop_no_drop: bool = True
    unit: int = 1

    def __post_init__(self) -> None:
        """Check what was given."""
        whole_chips(self.per_mille, "per_mille")
        if self.per_mille > 1000:
            raise GameError(f"expected a rake of 0 to 1000 thousandths, got {self.per_mille}")
        if self.cap is not None:
            whole_chips(self.cap, "cap of the rake")
        whole_chips(self.unit, "unit of the rake", least=1)

    def __call__(self, pot: int) -> int:
        """Return the chips taken from a pot of `pot` chips, all pots of the hand together."""
        taken = pot * self.per_mille // 1000 // self.unit * self.unit
        return taken if self.cap is None else min(taken, self.cap)


@dataclass(frozen=True, kw_only=True)
class Options:
    """The house rules of a game.

    Parameters
    ----------
    tournament : bool, default False
        The cap on raises holds heads-up (decision 2).
    cap : int, default 3
        Raises in a fixed-limit round after its first bet (decision 1).
    chip : int, default 1
        Smallest chip in play, in chips of the engine: pots are split in it (decision 24).
    odd_chip : {"game", "button", "suit"}
        Who gets odd chips: as usual in the game, the first winner left of the button (decision 8), or the highest
        card by suit in the five that play (decision 9, usual in stud).
    open_pair : {"door", "any", "off"}
        Who may bet big on fourth street of stud: the seat that paired its door card, everybody once a pair shows,
        or nobody (decision 13). Always off in hi-lo.
    best_board_tie : {"position", "suit"}
        Who acts first in stud when two boards tie: the first left of the dealer, or the highest suit (decision 12).
    showdown : {"river", "any_street"}
        Who shows first when the last street was checked: the first live seat left of the button, or the last seat
        that bet on an earlier street (decision 5).
    muck : {"auto", "ask", "never"}
        Beaten hands are mucked, their seats are asked, or every hand is shown. No other hand can be mucked
        (decision 6).
    ante_first : bool, default False
        A seat that cannot pay both its big blind and a big-blind ante pays the blind first (TDA 2024), or the ante.
    rake : Rake or callable, optional
        Chips the house takes: a `Rake`, or any function of the total pot.
    """

    tournament: bool = False
    cap: int = 3
    chip: int = 1
    odd_chip: str = "game"
    open_pair: str = "door"
    best_board_tie: str = "position"
    showdown: str = "river"
    muck: str = "auto"
    ante_first: bool = False
    rake: Rake | Callable[[int], int] | None = None

    def __post_init__(self) -> None:
        """Check what was given."""
        whole_chips(self.cap, "cap")
        whole_chips(self.chip, "chip", least=1)
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                raise GameError(f"expected {name} of {', '.join(choices)}, got {getattr(self, name)!r}")
        if self.rake is not None and not callable(self.rake):
            raise GameError(f"expected a rake that can be called with a pot, got {self.rake!r}")


_CHOICES = {
    "odd_chip": ("game", "button", "suit"),
    "open_pair": ("door", "any", "off"),
    "best_board_tie": ("position", "suit"),
    "showdown": ("river", "any_street"),
    "muck": ("auto", "ask", "never"),
}
