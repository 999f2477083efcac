"""The same random hands in pokerkit, decision by decision; every difference is traced to the rule that decides it.

The hand is played here; its cards and actions are given to a pokerkit state, whose players are ours in dealing order.
Only actions that both sides allow are taken. Stacks cover the blinds, because pokerkit calls a short big blind for what
it is (decision 15 calls the full one), and at most six play stud, because pokerkit shuffles mucked cards back.

``python tests/games/rival_pokerkit.py --hands 20000`` plays so many hands of each game and prints the differences.
"""

from __future__ import annotations

import warnings
from argparse import ArgumentParser
from collections import Counter
from random import Random
from typing import Any

from pokerkit import (
    Automation,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)

from pokereval.cards import format_cards
from pokereval.games import Game, Holdem, Legal, Omaha, Razz, ShortDeck, Stud
from pokereval.games.players import random_amount

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)

GAMES: dict[str, tuple[Game, Any]] = {
    "fixed-limit hold'em": (Holdem(limit="fixed", blinds=(5, 10), tournament=True), FixedLimitTexasHoldem),
    "no-limit hold'em": (Holdem(limit="no", blinds=(5, 10)), NoLimitTexasHoldem),
    "no-limit hold'em with antes": (Holdem(limit="no", blinds=(5, 10), ante=1), NoLimitTexasHoldem),
    "pot-limit Omaha": (Omaha(limit="pot", blinds=(5, 10)), PotLimitOmahaHoldem),
    "pot-limit Omaha hi-lo": (
        Omaha(limit="pot", blinds=(5, 10), low=True),
        FixedLimitOmahaHoldemHighLowSplitEightOrBetter,  # pot limit in truth; see test_pokerkit_deviations
    ),
    "fixed-limit stud": (
        Stud(bets=(10, 20), ante=1, bring_in=3, open_pair="off", tournament=True),
        FixedLimitSevenCardStud,
    ),
    "fixed-limit stud hi-lo": (
        Stud(bets=(10, 20), ante=1, bring_in=3, low=True, tournament=True),
        FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    ),
    "fixed-limit razz": (Razz(bets=(10, 20), ante=1, bring_in=3, tournament=True), FixedLimitRazz),
    "no-limit short-deck hold'em": (ShortDeck(ante=1, button_blind=10), NoLimitShortDeckHoldem),
}


def rival_state(game: Game, kind: Any, stacks: list[int]) -> Any:
    """Make the pokerkit state of a hand; stacks are in its order."""
    if game.has_up_cards:
        return kind.create_state(
            AUTOMATIONS,
            True,
            game.ante,
            game.bring_in,
            game.limit.min_bet,
            game.limit.size_on(True),
            stacks,
            len(stacks),
        )
    fixed = kind in (FixedLimitTexasHoldem, FixedLimitOmahaHoldemHighLowSplitEightOrBetter)
    bets = (game.limit.min_bet, game.limit.size_on(True)) if fixed else (game.limit.min_bet,)
    blinds: Any = game.blinds
    if game.button_blind:
        last = 0 if len(stacks) == 2 else len(stacks) - 1  # heads-up pokerkit lists the button's blind first
        blinds = {last: game.blinds[1]}
    return kind.create_state(AUTOMATIONS, True, game.ante, blinds, *bets, stacks, len(stacks))


class Match:
    """One hand on both sides."""

    def __init__(self, name: str, rng: Random) -> None:
        self.game, kind = GAMES[name]
        self.rng = rng
        self.found: Counter[str] = Counter()
        seats = rng.randint(2, min(self.game.max_seats, 6))
        scale = rng.choice([4, 15, 100])
        stacks = [rng.randint(12, 10 * scale) for _ in range(seats)]
        self.hand = self.game.start(stacks, rng.randrange(seats), seed=rng.getrandbits(32))
        self.order = self.hand.seating.order
        self.state = rival_state(self.game, kind, [stacks[seat] for seat in self.order])
        self.told = 0
        self.is_apart = False  # the street's legal raises have parted already

    def tell(self) -> None:
        """Give pokerkit the cards dealt since the last time."""
        for event in self.hand.events[self.told :]:
            if event[0] == "burn":
                self.until("can_burn_card")
                self.state.burn_card(format_cards((event[1],)))
                self.is_apart = False
            elif event[0] == "board":
                self.until("can_deal_board")
                self.state.deal_board(format_cards(event[2]))
            elif event[0] in ("down", "up"):
                for seat, card in zip(event[1], event[2], strict=True):
                    self.state.deal_hole(format_cards((card,)), self.order.index(seat))
        self.told = len(self.hand.events)

    def until(self, question: str) -> None:
        """Hold that pokerkit waits for the same thing."""
        assert getattr(self.state, question)(), (question, self.state)

    def play(self) -> None:
        """Play to the end, comparing on the way, and compare the stacks."""
        self.tell()
        while (legal := self.hand.legal()) is not None:
            assert self.state.actor_index is not None, "pokerkit asks nobody"
            assert self.order[self.state.actor_index] == legal.seat
            if not self.is_apart:
                self.compare(legal)
            self.act(legal)
            self.tell()
        assert self.state.actor_index is None
        mine, theirs = [self.hand.stacks[seat] for seat in self.order], list(self.state.stacks)
        if mine != theirs:
            self.found[self.why_stacks_differ(mine, theirs)] += 1

    def compare(self, legal: Legal) -> None:
        """Compare what may be called and raised; a difference is traced and counted, and the street left alone."""
        state = self.state
        if legal.bring_in is not None:
            mine = (legal.bring_in, legal.complete_to, legal.max_raise_to or legal.complete_to)
            call = state.effective_bring_in_amount
        else:
            mine = (legal.call, legal.min_raise_to, legal.max_raise_to)
            call = state.checking_or_calling_amount
        theirs = (
            call,
            state.min_completion_betting_or_raising_to_amount,
            state.max_completion_betting_or_raising_to_amount,
        )
        if mine != theirs:
            self.is_apart = True
            self.found[self.why_choices_differ(legal, mine, theirs)] += 1

    def why_choices_differ(self, legal: Legal, mine: tuple[Any, ...], theirs: tuple[Any, ...]) -> str:
        """Name the rule by which the choices differ; a difference that no rule explains fails."""
        hand = self.hand
        facing = hand.current_bet - hand.bets[legal.seat]
        acted = bool(hand.acted >> legal.seat & 1)
        assert mine[0] == theirs[0], ("the call differs", mine, theirs)
        last = next(
            (event for event in reversed(hand.events) if event[0] in ("bet", "raise", "complete")), None
        )
        if hand.game.limit.is_fixed:
            if mine[1] is None and hand.raises > 3 and hand.street_name == "preflop":
                all_in = hand.bets[legal.seat] + hand.stacks[legal.seat]
                assert self.has_short_all_in() or theirs[2] == min(hand.level + hand.bet_size, all_in)
                return "rule 26: the big blind is the first of four bets"
            assert last is not None
            assert self.has_short_all_in(), (mine, theirs, hand.events)
            if mine[1] is None:
                assert acted
                assert hand.level <= hand.bets[legal.seat]
                return "decision 16: an all-in of less than half a bet re-opens nothing"
            assert mine[2] in (hand.level + hand.bet_size, hand.bets[legal.seat] + hand.stacks[legal.seat])
            if hand.current_bet > hand.level:
                return "decision 16: an all-in of less than half a bet may be completed"
            return "decision 16: an all-in of half a bet or more counts as a raise"
        assert acted, (mine, theirs, hand.events)
        assert last is not None
        assert self.has_short_all_in()
        if mine[1] is not None:
            assert theirs[1] is None
            assert facing >= hand.full_raise
            return "decision 16: all-ins that add up to a full raise re-open the action"
        assert facing < hand.full_raise
        if not hand.bets[legal.seat]:
            return "decision 17: seats that checked may only call an all-in below the minimum bet"
        return "decision 16: less than a full raise in all re-opens nothing"

    def has_short_all_in(self) -> bool:
        """Tell whether somebody went all-in on this street for less than a full bet or raise."""
        hand = self.hand
        start = max(
            (i for i, event in enumerate(hand.events) if event[0] in ("up", "down", "board")), default=0
        )
        highest, step = (
            (hand.game.blinds[1], hand.game.limit.min_bet) if not hand.street else (0, hand.bet_size)
        )
        for event in hand.events[start:]:
            if event[0] in ("bet", "raise", "complete"):
                added = event[2] - highest
                if added < (step or hand.game.limit.min_bet) and not hand.stacks[event[1]]:
                    return True
                step = max(step, added) if not hand.game.limit.is_fixed else step
                highest = event[2]
        return False

    def why_stacks_differ(self, mine: list[int], theirs: list[int]) -> str:
        """Name the rule by which the chips differ; a difference that no rule explains fails."""
        hand, result = self.hand, self.hand.result
        assert sum(mine) == sum(theirs)
        lows = [seat for seat in hand.live_seats if result.rank(seat, "low")]
        for pot in result.pots:
            if len(pot.eligible) > 1 and lows and not set(lows) & set(pot.eligible):
                return "decision 11: a low must qualify among the seats of its pot"
        odd = 0
        for pot in result.awarded[0]:
            for winners, amount in ((pot.high_winners, pot.high_amount), (pot.low_winners, pot.low_amount)):
                odd += bool(winners) and amount % len(winners)
            odd += bool(pot.low_winners) and pot.amount % 2
            same = pot.high_winners == pot.low_winners and len(pot.high_winners) > 1
            odd += same and pot.amount > 0
        assert odd, (mine, theirs, result.explain())
        assert max(abs(one - other) for one, other in zip(mine, theirs, strict=True)) <= odd, (mine, theirs)
        return "decisions 8, 9 and 10: odd chips"

    def act(self, legal: Legal) -> None:
        """Take an action that both sides allow."""
        hand, state, choice = self.hand, self.state, self.rng.random()
        if legal.can_raise and choice < 0.35:
            amount = random_amount(legal, self.rng)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                both = state.can_complete_bet_or_raise_to(amount)
            if both:
                hand.raise_to(amount)
                state.complete_bet_or_raise_to(amount)
                return
        if legal.bring_in is not None:
            hand.bring_in()
            state.post_bring_in()
        elif legal.call and choice > 0.85:
            hand.fold()
            state.fold()
        else:
            hand.call() if legal.call else hand.check()
            state.check_or_call()


def run(name: str, hands: int, *, seed: str = "pokerkit") -> Counter[str]:
    """Play hands of one game on both sides and count the differences by the rule that decides them."""
    found: Counter[str] = Counter()
    for number in range(hands):
        match = Match(name, Random(f"{seed} {name} {number}"))
        match.play()
        found.update(match.found)
    return found


if __name__ == "__main__":
    parser = ArgumentParser(description="Play random hands against pokerkit and count differences by rule.")
    parser.add_argument("--hands", type=int, default=20_000, help="hands of each game")
    parser.add_argument(
        "--game", choices=GAMES, action="append", help="only this game; may be given more than once"
    )
    asked = parser.parse_args()
    for title in asked.game or GAMES:
        differences = run(title, asked.hands)
        print(f"{title}: {asked.hands:,} hands, {sum(differences.values())} differences")
        for why, count in sorted(differences.items()):
            print(f"    {count:6}  {why}")
