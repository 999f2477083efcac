"""A hand that takes back an action which ends in an error of a function that is not ours."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from pokereval.games.hand import SHARED, Hand
from pokereval.games.record import LISTS

__all__ = ["CarefulHand"]


class CarefulHand(Hand):
    """A hand with a rake that somebody else computes.

    The rake is asked for in the middle of the action that ends the hand. When the function fails, or takes more than
    there is, the hand is as it was before that action.
    """

    __slots__ = ()


def _taken_back_on_error(action: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(action)
    def careful(hand: Hand, *arguments: Any, **options: Any) -> Any:
        before = hand.copy()
        try:
            return action(hand, *arguments, **options)
        except BaseException:
            for name in SHARED:
                setattr(hand, name, getattr(before, name))
            for name in LISTS:  # in place: somebody may hold a list
                getattr(hand, name)[:] = getattr(before, name)
            raise

    return careful


_ACTIONS = "fold check call bet raise_to raise_by complete bring_in all_in show muck deal burn open_with"
for _name in _ACTIONS.split():
    setattr(CarefulHand, _name, _taken_back_on_error(getattr(Hand, _name)))
