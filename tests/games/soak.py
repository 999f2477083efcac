"""Random hands of every game, limit and house rule, with everything checked that has to hold in any hand.

``python tests/games/soak.py --hands 1000000`` plays a million; it stops at the first hand that breaks an invariant and
prints the seed that plays it again.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from random import Random
from time import perf_counter

from random_games import (
    assert_finished_hand_is_sound,
    chips_in_play,
    decide_showdown,
    random_game,
    random_start,
)

from pokereval.games import Hand
from pokereval.games.players import play_out, random_player

REPLAYED_EVERY = 25


def soak_hand(seed: str) -> Hand:
    """Play one random hand and check it; every 25th is also written as JSON, rebuilt and compared."""
    rng = Random(seed)
    game = random_game(rng)
    start = random_start(game, rng)
    hand = game.start(**start)
    total = chips_in_play(hand)
    play_out(hand, random_player(rng, folds=rng.random() * 0.4, raises=rng.random() * 0.5))
    decide_showdown(hand, rng)
    assert sum(hand.stacks) + hand.result.rake == total == sum(chips or 0 for chips in start["stacks"])
    assert_finished_hand_is_sound(hand)
    if rng.randrange(REPLAYED_EVERY) == 0:
        plain = json.loads(json.dumps({"setup": hand.setup, "events": hand.events}))
        assert game.replay(plain["setup"], plain["events"]).events == hand.events
        assert hand.result.explain()
        assert hand.copy() == hand
    return hand


def soak(hands: int, *, seed: str = "soak", report_every: int = 0) -> Counter[str]:
    """Play so many random hands; return how many of each game there were."""
    played: Counter[str] = Counter()
    started = perf_counter()
    for number in range(hands):
        try:
            hand = soak_hand(f"{seed} {number}")
        except BaseException:
            print(
                f"hand {seed!r} {number} failed: soak_hand({f'{seed} {number}'!r}) plays it again",
                file=sys.stderr,
            )
            raise
        played[f"{hand.game.title}, {hand.game.limit.name}"] += 1
        if report_every and (number + 1) % report_every == 0:
            rate = (number + 1) / (perf_counter() - started)
            print(f"{number + 1:,} hands, {rate:,.0f} a second, no invariant broken", flush=True)
    return played


if __name__ == "__main__":
    parser = ArgumentParser(description="Play random hands of all games and check every invariant.")
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--seed", default="soak")
    asked = parser.parse_args()
    for title, count in sorted(soak(asked.hands, seed=asked.seed, report_every=100_000).items()):
        print(f"{count:10,}  {title}")
