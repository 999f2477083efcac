"""The table: button, blinds, newcomers, missed blinds, stacks from hand to hand, review."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from pokereval.errors import ChipError, GameError, SeatError
from pokereval.games import Holdem, Stud, Table
from pokereval.games.players import passive_player, play_out, random_player

GAME = Holdem(limit="no", blinds=(1, 2))


def full(seats: int = 6, *, stack: int = 500) -> Table:
    table = Table(GAME, seats)
    for seat in range(seats):
        table.sit(seat, stack)
    return table


def blinds(table: Table) -> tuple[int, int | None, int]:
    """Deal a hand, fold it round, and return button, small and big blind."""
    hand = table.next_hand(seed=1)
    while hand.actor is not None:
        hand.fold()
    assert table.positions is not None
    return tuple(table.positions)  # type: ignore[return-value]


def test_everybody_pays_each_blind_once_an_orbit() -> None:
    table = full()
    positions = [blinds(table) for _ in range(12)]
    assert positions[:7] == [(seat, (seat + 1) % 6, (seat + 2) % 6) for seat in (0, 1, 2, 3, 4, 5, 0)]


def test_stacks_are_carried_from_hand_to_hand() -> None:
    table = full(3)
    hand = play_out(table.next_hand(seed=4), random_player(2))
    after = list(hand.stacks)
    assert list(table.next_hand(seed=5).setup["stacks"]) == after


def test_a_busted_player_is_not_dealt_in_and_the_button_is_dead() -> None:
    table = full(4, stack=100)
    assert blinds(table) == (0, 1, 2)
    table.finish_hand()
    player = table.players[1]
    assert player is not None
    player.stack = 0
    assert blinds(table) == (1, 2, 3)
    assert table.hand is not None
    assert table.hand.setup["stacks"][1] == 0


def test_the_button_passes_the_seat_of_a_dead_small_blind() -> None:
    table = full(4)
    assert blinds(table) == (0, 1, 2)
    table.leave(2)
    assert blinds(table) == (1, None, 3)
    assert blinds(table) == (2, 3, 0)
    assert blinds(table) == (3, 0, 1)


def test_three_players_become_two_and_three_again() -> None:
    table = full(3)
    assert blinds(table) == (0, 1, 2)
    table.leave(0)
    assert blinds(table) == (2, 2, 1)
    assert blinds(table) == (1, 1, 2)
    table.sit(0, 500)
    button, small, big = blinds(table)
    assert (small, big) == (2, 0)
    assert button == 1


def test_a_newcomer_between_the_button_and_the_big_blind_waits_for_the_button() -> None:
    table = full(6)
    table.leave(1)
    assert blinds(table) == (0, 2, 3)
    table.sit(1, 500, post=True)
    assert table.owed(1) == (2, 0)
    assert blinds(table) == (2, 3, 4)
    assert table.hand is not None
    assert table.hand.setup["stacks"][1] == 500, "the button has passed: seat 2 (from 1) posts and plays"


def test_a_player_who_missed_the_big_blind_returns_at_the_next_one_for_nothing() -> None:
    table = full(4)
    assert blinds(table) == (0, 1, 2)
    table.sit_out(3)
    assert blinds(table) == (1, 2, 0)
    table.sit_in(3)
    dealt = []
    for number in range(4):
        hand = table.next_hand(seed=number)
        dealt.append(hand.setup["stacks"][3] > 0)
        while hand.actor is not None:
            hand.fold()
        if dealt[-1]:
            assert table.positions is not None
            assert table.positions.big_blind == 3
            assert not any(event[0] in ("post", "dead_post") for event in hand.events)
            break
    assert dealt == [False, False, True]


def test_stud_needs_no_blinds_and_moves_the_dealer() -> None:
    table = Table(Stud(bets=(4, 8), ante=1, bring_in=2), 4)
    for seat in (0, 1, 3):
        table.sit(seat, 100)
    dealers = []
    for number in range(4):
        hand = play_out(table.next_hand(seed=number), passive_player)
        dealers.append(hand.setup["button"])
    assert dealers == [0, 1, 3, 0]


@pytest.mark.parametrize("seed", range(40))
def test_any_coming_and_going_keeps_chips_and_the_order_of_blinds(seed: int) -> None:
    """Nobody has the big blind twice running, nobody with a marker is dealt in unpaid, no chip is lost."""
    rng = Random(seed)
    table = Table(GAME, rng.randint(2, 9), button=0)
    bought = left = 0
    big_blinds: list[int] = []
    for _ in range(60):
        for seat, player in enumerate(table.players):
            chance = rng.random()
            if player is None and chance < 0.4:
                table.sit(seat, 200, post=rng.random() < 0.5)
                bought += 200
            elif player is not None and chance < 0.04:
                left += table.leave(seat)
            elif player is not None and player.is_in and chance < 0.15:
                table.sit_out(seat)
            elif player is not None and not player.is_in and chance < 0.5:
                table.sit_in(seat, post=rng.random() < 0.5)
        ready = [player for player in table.players if player and player.is_in and player.stack]
        if len(ready) < 2:
            continue
        markers = {
            seat: player.marker for seat, player in enumerate(table.players) if player and player.marker
        }
        hand = play_out(table.next_hand(seed=rng.getrandbits(20)), random_player(rng, raises=0.1))
        assert table.positions is not None
        paid = {event[1] for event in hand.events if event[0] in ("post", "dead_post", "big_blind")}
        dealt = {seat for seat, chips in enumerate(hand.setup["stacks"]) if chips}
        fresh_start = len(dealt) == len(ready) and not any(
            event[0] in ("post", "dead_post") for event in hand.events
        )
        assert fresh_start or all(seat in paid for seat in markers if seat in dealt)
        big_blinds.append(table.positions.big_blind)
        table.finish_hand()
        assert sum(player.stack for player in table.players if player) == bought - left
    assert not any(one == two for one, two in pairwise(big_blinds))


def test_misuse_of_a_table_is_refused() -> None:
    table = full(3)
    with pytest.raises(SeatError, match="seat 1 is taken"):
        table.sit(0, 100)
    with pytest.raises(SeatError, match="a new player"):
        table.sit(9, 100)
    with pytest.raises(ChipError):
        table.add_chips(0, -5)
    hand = table.next_hand(seed=1)
    with pytest.raises(GameError, match="the last hand to be over"):
        table.next_hand()
    with pytest.raises(GameError):
        table.leave(0)
    hand.fold()
    hand.fold()
    table.leave(0)
    table.leave(1)
    with pytest.raises(SeatError, match="an empty seat"):
        table.owed(0)
    with pytest.raises(SeatError, match="two"):
        table.next_hand()
    with pytest.raises(GameError, match="hands"):
        Table(GAME, 3).review()
