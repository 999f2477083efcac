"""Random games, limits, stacks, forced bets and house rules, and what has to hold in any hand of them."""

from __future__ import annotations

from random import Random
from typing import Any

from pokereval.games import Courchevel, Game, Hand, Holdem, Omaha, Rake, Razz, ShortDeck, Stud

LIMITS = ("fixed", "pot", "no")


def games(limit: str, **options: Any) -> list[Game]:
    """Return every game at one limit, blinds 5 and 10 or stud 10-20."""
    forced: dict[str, Any] = {"limit": limit, "blinds": (5, 10), **options}
    stud: dict[str, Any] = {"limit": limit, "bets": (10, 20), "ante": 1, "bring_in": 3}
    house = {name: option for name, option in options.items() if not name.endswith("ante")}
    stud |= house
    courchevel = {name: given for name, given in forced.items() if not name.endswith("_ante")}
    return [
        Holdem(**forced),
        *[Omaha(**forced, hole_cards=count) for count in (4, 5, 6)],
        *[Omaha(**forced, hole_cards=count, low=True) for count in (4, 5, 6)],
        Courchevel(**courchevel),
        Courchevel(**courchevel, low=True),
        ShortDeck(limit=limit, ante=2, button_blind=10, **house),
        Stud(**stud),
        Stud(**stud, low=True),
        Razz(**stud),
    ]


def random_game(rng: Random) -> Game:
    """Return a game at a random limit with random antes and house rules."""
    options: dict[str, Any] = {}
    if rng.random() < 0.3:
        options["ante"] = rng.randint(1, 4)
    if rng.random() < 0.2:
        options["big_blind_ante"] = rng.randint(1, 12)
        options["ante_first"] = rng.random() < 0.5
    if rng.random() < 0.1:
        options["button_ante"] = rng.randint(1, 12)
    if rng.random() < 0.3:
        options["chip"] = rng.choice([2, 5, 25])
    if rng.random() < 0.2:
        options["rake"] = Rake(rng.randint(0, 100), cap=rng.choice([None, 5, 30]))
    options |= {
        "tournament": rng.random() < 0.5,
        "cap": rng.choice([3, 3, 4, 1]),
        "odd_chip": rng.choice(["game", "button", "suit"]),
        "open_pair": rng.choice(["door", "any", "off"]),
        "best_board_tie": rng.choice(["position", "suit"]),
        "showdown": rng.choice(["river", "any_street"]),
        "muck": rng.choice(["auto", "never", "ask"]),
    }
    return rng.choice(games(rng.choice(LIMITS), **options))


def random_start(game: Game, rng: Random) -> dict[str, Any]:
    """Return what `Game.start` needs for a random table: short and deep stacks, empty seats, posts, straddles."""
    seats = rng.randint(2, game.max_seats)
    scale = rng.choice([4, 30, 300])
    stacks: list[int | None] = [rng.randint(1, 10 * scale) for _ in range(seats)]
    while len(stacks) < 10 and rng.random() < 0.2:
        stacks.insert(rng.randint(0, len(stacks)), None)
    start: dict[str, Any] = {
        "stacks": stacks,
        "button": rng.randrange(len(stacks)),
        "seed": rng.getrandbits(32),
    }
    if game.has_up_cards or game.button_blind:
        return start
    taken = [seat for seat, chips in enumerate(stacks) if chips]
    if rng.random() < 0.15:
        start["live_posts"] = {seat: 10 for seat in rng.sample(taken, rng.randint(0, 2))}
        start["dead_posts"] = {seat: 5 for seat in rng.sample(taken, rng.randint(0, 2))}
    if rng.random() < 0.1:
        start["straddles"] = {rng.choice(taken): 20}
    if rng.random() < 0.05:
        start["bomb_pot"] = rng.randint(1, 30)
    boards = rng.randint(2, 3)
    if rng.random() < 0.15 and game.cards_needed(len(taken), boards) <= len(game.deck):
        start["boards"] = boards
    return start


def decide_showdown(hand: Hand, rng: Random) -> Hand:
    """Let every seat that is asked show or muck."""
    while hand.waits_for is not None:
        if rng.random() < 0.5:
            hand.show()
        else:
            hand.muck()
    return hand


def chips_in_play(hand: Hand) -> int:
    """Return all chips of a hand: stacks, pot and rake."""
    return sum(hand.stacks) + hand.pot + sum(event[1] for event in hand.events if event[0] == "rake")


def assert_chips_are_where_events_say(hand: Hand) -> None:
    """Recount stacks and pot from the events alone; neither may be negative at any of them."""
    stacks, bets, pot = list(hand.setup["stacks"]), [0] * len(hand.stacks), 0
    total = sum(stacks)
    raked = 0
    for event in hand.events:
        kind = event[0]
        if kind in ("ante", "dead_post", "small_blind", "big_blind", "post", "straddle", "bring_in", "call"):
            moved, seat = event[2], event[1]
            if kind not in ("ante", "dead_post"):
                bets[seat] += moved
        elif kind in ("bet", "raise", "complete"):
            seat = event[1]
            moved = event[2] - bets[seat]
            bets[seat] = event[2]
            assert moved > 0
        elif kind == "return":
            seat, moved = event[1], -event[2]
        elif kind == "award":
            seat, moved = event[3], -event[4]
        elif kind == "rake":
            raked += event[1]
            pot -= event[1]
            continue
        else:
            if kind in ("burn", "up") or (kind in ("down", "board") and hand.game.has_up_cards):
                bets = [0] * len(bets)
            continue
        stacks[seat] -= moved
        pot += moved
        assert stacks[seat] >= 0, event
        assert pot >= 0, event
        assert sum(stacks) + pot + raked == total, event
    assert stacks == hand.stacks
    assert pot == hand.pot


def assert_finished_hand_is_sound(hand: Hand) -> None:
    """Check what holds for every finished hand."""
    assert hand.is_over
    assert hand.actor is None
    assert hand.waits_for is None
    assert hand.pot == 0
    assert_chips_are_where_events_say(hand)
    result = hand.result
    assert sum(result.net) == -result.rake
    assert sum(pot.amount for pot in result.pots) == sum(result.payouts) + result.rake
    assert sum(result.contributions) == sum(pot.amount for pot in result.pots)
    for board in result.awarded:
        for won in board:
            assert set(won.high_winners) <= set(won.eligible)
            assert sum(won.payouts) == won.amount
            best = max(result.rank(seat) for seat in won.eligible)
            assert (
                all(result.rank(seat, board=result.awarded.index(board)) for seat in won.high_winners)
                or not best
            )
    assert set(result.winners) <= set(hand.live_seats)
    assert set(result.winners) <= set(result.shown) or not result.showdown_order
