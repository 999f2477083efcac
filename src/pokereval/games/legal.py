"""What a hand waits for, and what the seat to act may do: the answers of `Hand.waits_for` and `Hand.legal`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pokereval.errors import IllegalActionError

if TYPE_CHECKING:
    from pokereval.games.hand import Hand

__all__ = ["Legal", "Wait", "due_steps", "legal_choices", "refusal", "what_is_awaited", "what_is_legal"]


class Wait(NamedTuple):
    """What the hand waits for.

    Attributes
    ----------
    kind : str
        ``"action"``, ``"burn"``, ``"cards"`` (to a seat), ``"board"``, ``"show"`` (a hand, or its muck), or
        ``"opener"`` (the seat that acts first in stud, where a card that shows was dealt unseen).
    seat : int or None
        The seat that acts, gets cards or shows.
    cards : int
        Cards still due to that seat or to that board on this street.
    board : int
        Which board, counted from 0; more than one only when the board is run more than once.
    face_up : bool
        The next card to that seat is dealt face up.
    """

    kind: str
    seat: int | None = None
    cards: int = 0
    board: int = 0
    face_up: bool = False


class Legal(NamedTuple):
    """What the seat to act may do.

    Attributes
    ----------
    seat : int
        Whose turn it is.
    street : str
        Name of the street.
    fold, check : bool
        Whether it may fold, and check.
    call : int
        Chips a call costs, all-in included; 0 when there is nothing to call.
    min_raise_to, max_raise_to : int or None
        Smallest and largest total for the street of a bet or raise; None when it may not bet or raise.
    raise_sizes : tuple of int or None
        Fixed limit: the only totals allowed, smallest first. None in pot limit and no limit.
    bring_in : int or None
        Chips of the bring-in, for the seat that owes it.
    complete_to : int or None
        The total that completes the bring-in to the opening bet, while nobody has.
    """

    seat: int
    street: str
    fold: bool
    check: bool
    call: int
    min_raise_to: int | None
    max_raise_to: int | None
    raise_sizes: tuple[int, ...] | None
    bring_in: int | None
    complete_to: int | None

    @property
    def can_raise(self) -> bool:
        """Whether the seat may bet, raise or complete."""
        return self.max_raise_to is not None

    def allows_raise_to(self, amount: int) -> bool:
        """Tell whether the seat may make its total for the street `amount` by a bet or raise."""
        if self.min_raise_to is None or self.max_raise_to is None:
            return False
        if self.raise_sizes is not None:
            return amount in self.raise_sizes
        return self.min_raise_to <= amount <= self.max_raise_to

    def __str__(self) -> str:
        """List the choices as in ``fold, call 4 or raise to 8..100``."""
        choices = ["fold"] * self.fold + ["check"] * self.check
        if self.bring_in is not None:
            choices.append(f"bring in for {self.bring_in}")
        if self.call:
            choices.append(f"call {self.call}")
        if self.min_raise_to is not None:
            verb = "bet" if self.check else "raise to"
            verb = "complete to" if self.complete_to is not None else verb
            if self.raise_sizes is not None:
                sizes = " or ".join(str(size) for size in self.raise_sizes)
            elif self.min_raise_to == self.max_raise_to:
                sizes = str(self.min_raise_to)
            else:
                sizes = f"{self.min_raise_to}..{self.max_raise_to}"
            choices.append(f"{verb} {sizes}")
        return " or ".join(choices) if len(choices) < 3 else f"{', '.join(choices[:-1])} or {choices[-1]}"


def legal_choices(hand: Hand) -> Legal | None:
    """Return what the seat to act may do, or None when no seat is to act.

    The facts come from where the actions check them too: what is to call from the bets, what may be raised from the
    limit.
    """
    seat = hand.actor
    if seat is None:
        return None
    street = hand.game.streets[hand.street].name
    stack = hand.stacks[seat]
    facing = hand.current_bet - hand.bets[seat]
    limit = hand.game.limit
    sizes = limit.sizes(hand, seat) if limit.is_fixed else None
    least, most = limit.raise_range(hand, seat) or (None, None)
    if hand.owes_bring_in:
        bring_in = min(hand.game.bring_in, stack)
        completed = (
            bring_in if least is None else least
        )  # a stack no larger than the bring-in goes in either way
        return Legal(seat, street, False, False, 0, least, most, sizes, bring_in, completed)
    complete_to = least if hand.is_uncompleted else None
    return Legal(
        seat, street, True, facing <= 0, min(max(facing, 0), stack), least, most, sizes, None, complete_to
    )


def what_is_awaited(hand: Hand) -> Wait | None:
    """Return what the hand waits for; see `Hand.waits_for`."""
    if hand.actor is not None:
        return Wait("action", hand.actor)
    if hand.plan:
        kind, place, face_up = hand.plan[0]
        if kind == "burn":
            return Wait("burn", cards=1)
        if kind == "opener":
            return Wait("opener")
        due = len(due_steps(hand, kind, place))
        if kind == "board":
            return Wait("board", cards=due, board=place)
        return Wait("cards", place, due, face_up=face_up)
    return Wait("show", hand.to_show[0]) if hand.to_show else None


def due_steps(hand: Hand, kind: str, place: int) -> list[int]:
    """Return where in the plan the cards to one seat or board stand that are due before the next burn."""
    steps = []
    for number, step in enumerate(hand.plan):
        if step[0] == "burn":
            break
        if step[0] == kind and step[1] == place:
            steps.append(number)
    return steps


def what_is_legal(hand: Hand) -> str:
    """Return the sentence part that tells what the hand takes now, for errors."""
    choices = legal_choices(hand)
    if choices is not None:
        return f"seat {choices.seat + 1} may {choices}"
    wait = hand.waits_for
    if wait is None:
        return "the hand is over"
    if wait.kind == "burn":
        return "a burn card is due"
    if wait.kind == "opener":
        return "the seat that opens is to be named"
    if wait.kind in ("board", "cards"):
        what = "board card" if wait.kind == "board" else "card"
        due = f"1 {what} is due" if wait.cards == 1 else f"{wait.cards} {what}s are due"
        return due if wait.seat is None else f"{due} to seat {wait.seat + 1}"
    return f"seat {(wait.seat or 0) + 1} is to show or muck"


def refusal(hand: Hand, tried: str) -> IllegalActionError:
    """Make the error for an action that is not legal now: street, seat, what was tried and what is legal."""
    name = hand.street_name
    place = PLACES.get(name, f"on {name}")
    if hand.actor is not None:
        place += f" from seat {hand.actor + 1}"
    return IllegalActionError(f"expected a legal action {place}, got {tried!r}: {what_is_legal(hand)}")


PLACES = {
    "preflop": "before the flop",
    "flop": "on the flop",
    "turn": "on the turn",
    "river": "on the river",
    "showdown": "at the showdown",
}
