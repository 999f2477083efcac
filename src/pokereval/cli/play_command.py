"""``pokereval play``: whole hands, one told in sentences or a million counted."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import nullcontext
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from .ways_out import one_line_errors, terminate_cleanly

if TYPE_CHECKING:
    from pokereval.games import Game, Hand

__all__ = ["play_command"]

_HANDS_TOLD = 3


def _pair(_context: click.Context, _parameter: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Read two whole numbers with a slash between them."""
    if text is None:
        return None
    first, slash, second = text.partition("/")
    if not (slash and first.isdecimal() and second.isdecimal()):
        raise click.BadParameter(f"expected two whole numbers such as 1/2, got {text!r}")
    return int(first), int(second)


@click.command(
    "play",
    short_help="Deal whole hands and play them to the end.",
    epilog="Examples: pokereval play omaha8 --limit pot --seats 4 --seed 7   "
    'pokereval play holdem --script "raise_to 6, call, fold, check, check"   '
    "pokereval play mixed --hands 100000 --seed 1 --out hands.jsonl",
)
@click.argument("game")
@click.option("--limit", type=click.Choice(["fixed", "pot", "no"]), help="By default the game's usual one.")
@click.option(
    "--seats",
    type=click.IntRange(2, 10),
    default=6,
    show_default=True,
    help="At most what the deck is enough for.",
)
@click.option("--stack", type=click.IntRange(min=1), default=200, show_default=True, help="Chips of every seat.")
@click.option(
    "--blinds",
    callback=_pair,
    metavar="N/N",
    help="Small and big blind, by default 1/2; in fixed limit the big blind is the small bet.",
)
@click.option(
    "--bets",
    callback=_pair,
    metavar="N/N",
    help="Small and big bet of fixed limit, which make the blinds if those are not given, and of stud, by default 4/8.",
)
@click.option(
    "--ante",
    type=click.IntRange(min=0),
    help="Of every seat; by default 1 in stud, razz and short deck, else none.",
)
@click.option("--bring-in", type=click.IntRange(min=1), help="Of a stud game, by default 2.")
@click.option(
    "--button",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Seat of the first hand's button, counted from 1 as in what is told; files count seats from 0.",
)
@click.option("--hands", type=click.IntRange(min=1), default=1, show_default=True, metavar="N")
@click.option("--seed", type=int, help="Makes cards and choices the same again; else they are new every time.")
@click.option(
    "--player",
    type=click.Choice(["random", "passive"]),
    default="random",
    show_default=True,
    help="Who acts for the seats: legal actions at random, or checks and calls.",
)
@click.option("--script", metavar="ACTIONS", help="Actions of one hand in order, with commas; the player goes on.")
@click.option("--out", metavar="FILE", help="Write every hand as a line of JSON, - is standard output.")
def play_command(
    game: str,
    *,
    limit: str | None,
    seats: int,
    stack: int,
    blinds: tuple[int, int] | None,
    bets: tuple[int, int] | None,
    ante: int | None,
    bring_in: int | None,
    button: int,
    hands: int,
    seed: int | None,
    player: str,
    script: str | None,
    out: str | None,
) -> None:
    """Deal hands of GAME and play them to the end.

    GAME is holdem, shortdeck, omaha, omaha5, omaha6, omaha8, omaha5-8, omaha6-8, courchevel, courchevel8, stud,
    stud8 or razz; mixed plays all of them in turn. Up to three hands are told in sentences, more are counted.
    `pokereval explain` reads what --out writes.
    """
    from pokereval.errors import GameError
    from pokereval.games.catalogue import GAMES, make_game, record_of
    from pokereval.table_files.formats import check_json_lines_name
    from pokereval.table_files.replacing import ReplacingFile, descriptor_of

    goes_to_stdout = out is not None and descriptor_of(out) == 1
    given = {"limit": limit, "blinds": blinds, "bets": bets, "ante": ante, "bring_in": bring_in}
    rules = {name: value for name, value in given.items() if value is not None}
    with one_line_errors(), terminate_cleanly():
        if script is not None and hands > 1:
            raise GameError("expected one hand with a script")
        names = list(GAMES) if game == "mixed" else [game]
        if game == "mixed" and set(rules) - {"limit"}:
            raise GameError("expected only a limit for mixed games, whose stakes differ")
        rules_of = {name: _fitting_rules(name, rules) for name in names}
        games = [make_game(name, **rules_of[name]) for name in names]
        _check_seats(game, games, seats, button)
        if out is not None:
            check_json_lines_name(out, "hands, which are written as JSON Lines")
        rng = Random(seed)
        tally: Counter[str] = Counter()
        started = perf_counter()
        with ReplacingFile(out) if out is not None else nullcontext() as sink:
            for number in range(hands):
                turn = number % len(games)
                hand = _played(games[turn], seats, stack, button - 1 + number, rng, player, script)
                _count(hand, tally)
                if sink is not None:
                    sink.stream.write(_line(record_of(hand, names[turn], rules_of[names[turn]])))
                if hands <= _HANDS_TOLD and not goes_to_stdout:
                    _tell(hand, is_first=number == 0)
            if sink is not None:
                sink.commit()
        if hands > _HANDS_TOLD:
            _summarize(tally, perf_counter() - started, err=goes_to_stdout)


def _fitting_rules(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """Refuse options that a game does not have or would not use, and make blinds from the bets of fixed limit."""
    from inspect import signature

    from pokereval.errors import GameError
    from pokereval.games import half_blind
    from pokereval.games.catalogue import GAMES, make_game

    if name not in GAMES:
        make_game(name)  # which says what games there are
    known = signature(GAMES[name][0]).parameters
    stray = [_option(rule) for rule in given if rule not in known]
    if stray:
        had = ", ".join(_option(rule) for rule in ("limit", "blinds", "bets", "ante", "bring_in") if rule in known)
        raise GameError(f"expected stakes that {name} has ({had}), got {', '.join(stray)}")
    if "bets" not in given or "blinds" not in known:
        return given
    limit = given.get("limit", known["limit"].default)
    if limit != "fixed":
        raise GameError(f"expected --bets with --limit fixed, got it with the limit {limit!r} of {name}")
    small_bet = given["bets"][0]
    small, big = given.get("blinds", (half_blind(small_bet), small_bet))
    if big != small_bet:  # rule 23
        raise GameError(f"expected a big blind of {small_bet}, the small bet, got blinds of {small}/{big}")
    return given | {"blinds": (small, big)}


def _option(rule: str) -> str:
    return f"--{rule.replace('_', '-')}"


def _check_seats(name: str, games: list[Game], seats: int, button: int) -> None:
    """Refuse a table that is too large for a game, and a button that is not at it."""
    from pokereval.errors import SeatError

    smallest = min(games, key=lambda game: game.max_seats)
    if seats > smallest.max_seats:
        what = f"{name} games, among them {smallest.title}" if len(games) > 1 else smallest.title
        raise SeatError(f"expected 2 to {smallest.max_seats} seats for {what}, got {seats}")
    if button > seats:
        raise SeatError(f"expected the button at one of seats 1 to {seats}, got {button}")


def _played(game: Game, seats: int, stack: int, button: int, rng: Random, player: str, script: str | None) -> Hand:
    """Start one hand and play it out."""
    from pokereval.errors import GameError
    from pokereval.games.players import passive_player, play_out, random_player, scripted_player

    hand = game.start([stack] * seats, button % seats, seed=rng.getrandbits(63))
    if script is not None:
        actions = [action for action in (part.strip() for part in script.split(",")) if action]
        follow = scripted_player(actions)
        for done in range(len(actions)):
            legal = hand.legal()
            if legal is None:
                raise GameError(f"expected a script of {done} actions, as the hand is over then, got {len(actions)}")
            follow(hand, legal)
    return play_out(hand, passive_player if player == "passive" else random_player(rng))


def _line(record: dict[str, Any]) -> bytes:
    """Return a record as a line of JSON."""
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def _tell(hand: Hand, *, is_first: bool) -> None:
    """Print a hand: what happened, and why the chips went where they went."""
    from pokereval.games.story import story

    gap = "" if is_first else "\n"
    click.echo(f"{gap}{story(hand)}\n\n{hand.result.explain()}")


def _count(hand: Hand, tally: Counter[str]) -> None:
    """Add a finished hand to the tally."""
    result = hand.result
    tally["hands"] += 1
    tally["chips"] += sum(pot.amount for pot in result.pots)
    tally["showdowns"] += bool(result.showdown_order)
    tally["actions"] += sum(event[0] in _ACTIONS for event in hand.events)
    tally["side pots"] += len(result.pots) - 1
    tally["split pots"] += sum(
        len({*pot.high_winners, *pot.low_winners}) > 1 for board in result.awarded for pot in board
    )


_ACTIONS = {"fold", "check", "call", "bet", "raise", "complete", "bring_in"}


def _summarize(tally: Counter[str], seconds: float, *, err: bool) -> None:
    """Print the counts of many hands."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from .show import console

    table = Table("", "", box=SIMPLE_HEAD, show_header=False)
    for name in ("hands", "actions", "showdowns", "side pots", "split pots", "chips"):
        table.add_row(name, f"{tally[name]:,}")
    table.add_row("hands/s", f"{tally['hands'] / seconds:,.0f}")
    console(stderr=err).print(table)
