"""Players for `Hand`: one that picks legal actions at random, one that follows a script."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from pokereval.errors import IllegalActionError
from pokereval.games.hand import Hand
from pokereval.games.legal import Legal

__all__ = ["passive_player", "play_out", "random_player", "scripted_player"]

Acts = Callable[[Hand, Legal], None]
"""Takes the hand and what is legal, and acts for the seat whose turn it is."""


def play_out(hand: Hand, player: Acts) -> Hand:
    """Let one player act for every seat until the hand is over, and return the hand.

    Examples
    --------
    >>> from pokereval.games import Holdem
    >>> hand = Holdem(limit="no", blinds=(1, 2)).start([100] * 6, button=0, seed=1)
    >>> play_out(hand, random_player(7)).is_over
    True
    """
    while (legal := hand.legal()) is not None:
        player(hand, legal)
    return hand


def passive_player(hand: Hand, legal: Legal) -> None:
    """Check or call; pay the bring-in."""
    if legal.bring_in is not None:
        hand.bring_in()
    elif legal.call:
        hand.call()
    else:
        hand.check()


def random_player(seed: int | Random, *, folds: float = 0.15, raises: float = 0.3) -> Acts:
    """Return a player that folds, calls and raises at random, to the minimum, the maximum or anything between.

    Parameters
    ----------
    seed : int or random.Random
        Where the choices come from; the same seed makes the same choices.
    folds, raises : float
        How often it folds to a bet, and how often it bets or raises where it may.
    """
    rng = seed if isinstance(seed, Random) else Random(seed)

    def act(hand: Hand, legal: Legal) -> None:
        choice = rng.random()
        if legal.min_raise_to is not None and choice < raises:
            hand.raise_to(random_amount(legal, rng))
        elif legal.bring_in is not None:
            hand.bring_in()
        elif not legal.call:
            hand.check()
        elif choice > 1 - folds:
            hand.fold()
        else:
            hand.call()

    return act


def random_amount(legal: Legal, rng: Random) -> int:
    """Return one of the totals a seat may raise to; small raises, the pot and all-ins come up often."""
    assert legal.min_raise_to is not None
    assert legal.max_raise_to is not None
    if legal.raise_sizes is not None:
        return rng.choice(legal.raise_sizes)
    kind = rng.random()
    if kind < 0.35:
        return legal.min_raise_to
    if kind < 0.5:
        return legal.max_raise_to
    if kind < 0.85:
        return rng.randint(legal.min_raise_to, min(legal.max_raise_to, 4 * legal.min_raise_to))
    return rng.randint(legal.min_raise_to, legal.max_raise_to)


def scripted_player(actions: Iterable[str]) -> Acts:
    """Return a player that takes its actions from a script, such as ``["raise_to 6", "fold", "call", "check"]``.

    Raises
    ------
    IllegalActionError
        While playing, if the script is over before the hand, or has a word that is no action.

    Examples
    --------
    >>> from pokereval.games import Holdem
    >>> hand = Holdem(limit="no", blinds=(1, 2)).start([100] * 3, button=0, seed=1)
    >>> play_out(hand, scripted_player(["raise_to 6", "fold", "fold"])).result.net
    (3, -1, -2)
    """
    script = iter(actions)

    def act(hand: Hand, legal: Legal) -> None:
        line = next(script, None)
        if line is None:
            raise IllegalActionError(
                f"expected an action for seat {legal.seat + 1}, but the script is over: {legal}"
            )
        word, _, amount = line.strip().replace("-", "_").partition(" ")
        if word not in WORDS or bool(amount) != (word in WITH_AMOUNT) or not (amount.isdigit() or not amount):
            raise IllegalActionError(
                f"expected one of {', '.join(WORDS)}, with chips where they belong, got {line!r}"
            )
        getattr(hand, word)(*([int(amount)] if amount else []))

    return act


WITH_AMOUNT = ("bet", "raise_to", "raise_by")
WORDS = ("fold", "check", "call", "bet", "raise_to", "raise_by", "all_in", "bring_in", "complete")
