"""``cases/reported_bugs.jsonl``: inputs on which other engines went wrong, where they ask for ranks, chips or equity.

The right answers are told in words; this module reads the few ways in which they are put. What is about betting, turns
or antes is played in ``games/conformance`` and counted here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from shared_cases import CLASS_NAMES, disagreements, play, shared_rows

import pokereval as pe
from pokereval.errors import DuplicateCardError

FILE = "cases/reported_bugs.jsonl"

CARD = r"(?:10|[2-9TJQKA])[cdhs]"
CARDS = re.compile(rf"(?:{CARD})+$")
SEAT = re.compile(r"P\d+$")
RANK_WORDS = "deuce three four five six seven eight nine ten jack queen king ace"
RANK_OF_WORD = dict(zip(RANK_WORDS.split(), pe.RANKS, strict=True)) | {"two": "2", "sixes": "6"}
RANK_OF_WORD |= {f"{word}s": letter for word, letter in RANK_OF_WORD.items()}

Problems = list[str]


# --- reading answers -------------------------------------------------------------------------------------------


def class_named(answer: str) -> str | None:
    """Find the class of hand that an answer names, the longest name first."""
    return next((name for name in sorted(CLASS_NAMES, key=len, reverse=True) if name in answer), None)


def ranks_named(text: str) -> str:
    """Read ranks told as ``7-A-T-8``, ``8``, or ``eights and sevens, kicker 5``, in the order told."""
    letters = []
    for word in re.findall(r"10|[A-Za-z]+|\d", text):
        if word == "10":
            letters.append("T")
        elif word in pe.RANKS:
            letters.append(word)
        elif word.lower() in RANK_OF_WORD:
            letters.append(RANK_OF_WORD[word.lower()])
    return "".join(dict.fromkeys(letters))


def is_omaha(case: dict[str, Any]) -> bool:
    """Tell whether two hole cards must play."""
    return "omaha" in f"{case['kind']} {case['input'].get('game', '')}".lower()


# --- questions of rank -----------------------------------------------------------------------------------------


def check_one_hand(case: dict[str, Any]) -> Problems:
    """Compare a hand with the class and the ranks of the answer."""
    given, answer = case["input"], case["right_answer"]
    name = class_named(answer)
    assert name is not None
    best = play(given["hole"], given["board"], is_omaha=is_omaha(case))
    return disagreements(best, CLASS_NAMES[name], ranks_named(answer.replace(name, "", 1)))


def check_who_wins(case: dict[str, Any], table: dict[str, str]) -> Problems:
    """Compare who has the best rank with who wins or splits."""
    answer = case["right_answer"]
    holes = {seat: cards for seat, cards in table.items() if SEAT.match(seat)}
    best = {seat: play(cards, table["board"], is_omaha=is_omaha(case)) for seat, cards in holes.items()}
    top = max(hand.high_rank for hand in best.values())
    got = {seat for seat, hand in best.items() if hand.high_rank == top}
    told = set(re.findall(r"(P\d+) wins", answer)) or set(holes)
    if got != told:
        return [f"expected {sorted(told)} to win, got {sorted(got)}"]
    name = class_named(answer)
    if name is None:
        return []
    # "K-Q-J-9-8 flush beats …" and "9-high over 8-high straight": the first ranks told are the winner's
    ranks = re.search(r"([2-9TJQKA](?:-[2-9TJQKA])+|[2-9TJQKA](?=-high))", answer)
    named = ranks_named(ranks.group()) if ranks else ""
    return [what for seat in got for what in disagreements(best[seat], CLASS_NAMES[name], named)]


def check_duplicates(case: dict[str, Any]) -> Problems:
    """Deal the named cards once more into every place of a hand; each time the evaluator must refuse by name."""
    known = pe.parse_cards("".join(re.findall(CARD, case["input"]["board"])))
    spare = [card for card in range(52) if card not in known]
    problems = []
    for twice in known:
        for place in range(7):
            hand = [*known, *spare][:6]
            hand.insert(place, twice)
            for ask in (pe.evaluate, pe.evaluate_low, pe.best_hand):
                try:
                    ask(hand)
                except DuplicateCardError as refusal:
                    if pe.format_cards([twice]) in str(refusal):
                        continue
                    problems.append(f"expected {pe.format_cards([twice])} to be named, got {refusal}")
                else:
                    problems.append(f"expected {pe.format_cards(hand)} to be refused")
    return problems


# --- questions of chips ----------------------------------------------------------------------------------------


def replay(given: dict[str, Any]) -> tuple[list[str], list[int], list[bool]]:
    """Add up what every seat put in, and who folded; no stack is exceeded."""
    seats = list(given["stacks"])
    put_in = dict.fromkeys(seats, 0)
    street = dict.fromkeys(seats, 0)
    folded = set()

    def bring_to(seat: str, total: int) -> None:
        total = min(total, given["stacks"][seat] - put_in[seat] + street[seat])
        put_in[seat] += total - street[seat]
        street[seat] = total

    for seat, blind in given["blinds"].items():
        bring_to(seat, blind)
    for action in given["actions"]:
        if action.startswith("/"):
            street = dict.fromkeys(seats, 0)
            continue
        seat, verb, *amount = action.split()
        if verb == "fold":
            folded.add(seat)
        elif verb == "call":
            bring_to(seat, max(street.values()))
        elif verb in ("bet", "raise_to"):
            bring_to(seat, int(amount[0]))
        else:
            assert verb == "check", f"expected an action, got {action!r}"
    return seats, list(put_in.values()), [seat not in folded for seat in seats]


def check_payouts(case: dict[str, Any]) -> Problems:
    """Settle a hand of which cards, board and actions are told, and compare pots and payouts."""
    given, answer = case["input"], case["right_answer"]
    seats, stakes, live = replay(given)
    is_hi_lo = re.search(r"hi-?lo|8", given["game"]) is not None
    game = ("omaha8" if is_hi_lo else "omaha") if is_omaha(case) else "holdem"
    hand = pe.settle_hand(
        game,
        [given["hole"].get(seat) for seat in seats],
        given["board"],
        stakes,
        live=live,
        button=seats.index(given["button"]),
    )
    pots_told, paid_told = answer.split(":", 1)
    told = dict.fromkeys(seats, 0)
    for seat, sums in re.findall(r"(P\d+) (\d+(?:\+\d+)*)", paid_told):
        told[seat] = sum(map(int, sums.split("+")))
    problems = []
    if list(hand.payouts) != list(told.values()):
        problems.append(f"expected payouts {list(told.values())}, got {hand.payouts}")
    pots = [int(amount) for amount in re.findall(r"\d+", pots_told)]
    if [pot.amount for pot in hand.pots] != pots:
        problems.append(f"expected pots {pots}, got {hand.pots}")
    return problems


POT_TOLD = re.compile(r"(?:main|side) pot (\d+) (?:\((P\d+(?:,\s*P\d+)*)\)|goes to (P\d+))")


def check_pots(case: dict[str, Any]) -> Problems:
    """Build the pots of a hand of which the actions are told, and compare amounts and seats."""
    seats, stakes, live = replay(case["input"])
    pots, _ = pe.build_pots(stakes, live)
    got = [(pot.amount, [seats[seat] for seat in pot.eligible]) for pot in pots]
    told = [(int(a), re.findall(r"P\d+", many or one)) for a, many, one in POT_TOLD.findall(case["right_answer"])]
    return [] if got == told else [f"expected pots {told}, got {got}"]


def check_folded_best_hand(case: dict[str, Any]) -> Problems:
    """Let the seat that holds the best hand fold: every chip goes to the one that is told."""
    (winner,) = re.findall(r"(P\d+) gets the whole pot", case["right_answer"])
    (folder,) = re.findall(r"(P\d+) folded the best hand", case["input"]["actions"])
    seats = sorted({winner, folder, "P1", "P2", "P3"})
    weak = ["7c2d", "8c3d", "9c4d", "7d2h", "8d3h", "9d4h", "7h2s", "8h3s", "9h4s", "7s2c"]
    holes = dict(zip(seats, weak, strict=False)) | {folder: "AsKs"}
    live = [seat == winner for seat in seats]
    stakes = [20] * len(seats)
    hand = pe.settle_hand("holdem", [holes[seat] for seat in seats], "QsJsTs5h6h", stakes, live=live, button=0)
    everything = [sum(stakes) * is_live for is_live in live]
    return [] if list(hand.payouts) == everything else [f"expected {everything}, got {hand.payouts}"]


# --- questions of equity ---------------------------------------------------------------------------------------

DEALS = r"[\d,]+"
SHARES = {"wins": Fraction(1), "losses": Fraction(0), "ties": Fraction(1, 2)}
COUNTS_TOLD = re.compile(
    rf"(?P<win>{DEALS}) / (?P<lose>{DEALS})(?: wins)?(?: and| /) (?P<tie>{DEALS}) ties"
    rf"|win (?P<wins>{DEALS}), lose (?P<losses>{DEALS}), tie (?P<ties>{DEALS})"
)


def whole(text: str) -> int:
    """Read ``1,712,304``."""
    return int(text.replace(",", ""))


def matchups_of(given: dict[str, str]) -> list[list[str]]:
    """Find the match-ups of a case: its seats, and what else is told as one hand ``v`` another."""
    seats = [hand for name, hand in given.items() if SEAT.match(name)]
    return [seats] + [text.split(" v ") for name, text in given.items() if not SEAT.match(name)]


def check_equity(case: dict[str, Any]) -> Problems:
    """Count the deals that the first hand of each match-up wins, loses and ties; compare what else is told of them."""
    answer, problems = case["right_answer"], []
    matchups, told = matchups_of(case["input"]), list(COUNTS_TOLD.finditer(answer))
    if len(told) != len(matchups):
        return [f"expected an answer to each of {matchups}, got {answer!r}"]
    for i, (hands, counts) in enumerate(zip(matchups, told, strict=True)):
        end = told[i + 1].start() if i + 1 < len(told) else len(answer)
        words = answer[counts.end() : end]
        win, lose, tie = [whole(text) for text in counts.groups() if text]
        result = pe.equity(hands, exact=True)
        expected: dict[str, object] = {"deals": win + lose + tie, "wins": win, "losses": lose, "ties": tie}
        got: dict[str, object] = {"deals": result.deals}
        got |= {name: result.outcomes[0][share] for name, share in SHARES.items()}
        if shares := re.search(rf"\(({DEALS}) shares", words):
            expected["shares of ties"], got["shares of ties"] = whole(shares[1]), result.outcomes[0][SHARES["ties"]] / 2
        if deals := re.search(rf"(?:all (\d+) villain combinations x|of) ({DEALS}) boards", answer):
            expected["deals"] = int(deals[1] or 1) * whole(deals[2])
        if share := re.search(r"equity (\d+\.(\d+))%", answer):
            expected["equity"], got["equity"] = share[1], f"{100 * result.equity[0]:.{len(share[2])}f}"
        problems += [
            f"{' v '.join(hands)}: expected {what} {name}, got {got[name]}"
            for name, what in expected.items()
            if what != got[name]
        ]
    return problems


# --- from a case to its questions --------------------------------------------------------------------------------


def checks_of(case: dict[str, Any]) -> Iterator[Callable[[], Problems]]:
    """Find out from its shape what a case asks about ranks, chips and equity."""
    given, answer = case["input"], case["right_answer"]
    if isinstance(given.get("hole"), str) and CARDS.match(given["hole"]) and class_named(answer):
        yield lambda: check_one_hand(case)
    if "duplicate" in answer and "reject" in answer:
        yield lambda: check_duplicates(case)
    for table in (given, given.get("board_case", {})):
        holes = [cards for seat, cards in table.items() if SEAT.match(seat)]
        decided = re.search(r"P\d+ wins|\bsplit\b", answer)
        if len(holes) > 1 and CARDS.match(table.get("board", "")) and decided:
            yield lambda table=table: check_who_wins(case, table)
    if isinstance(given.get("hole"), dict) and answer.startswith("pots "):
        yield lambda: check_payouts(case)
    if isinstance(given.get("blinds"), dict) and "stacks" in given and POT_TOLD.search(answer):
        yield lambda: check_pots(case)
    if "gets the whole pot" in answer:
        yield lambda: check_folded_best_hand(case)
    if "equity" in case["kind"]:
        yield lambda: check_equity(case)


def test_reported_bugs_of_other_engines_are_answered_rightly(
    record_property: Callable[[str, object], None],
) -> None:
    wrong = []
    checked = 0
    of_whole_hands: Counter[str] = Counter()
    for case in shared_rows(FILE):
        name = f"{case['repo']} {case['number']}"
        checks = list(checks_of(case))
        if not checks:
            # a question of rank, payout or equity that cannot be read is no reason to be silent
            if re.search("evaluator|payout|pots|equity", case["kind"]):
                wrong.append(f"{name}: expected an answer that these tests can read, got {case['right_answer']!r}")
            of_whole_hands[case["kind"]] += 1
            continue
        checked += 1
        wrong += [f"{name}: {what}" for check in checks for what in check()]
    played = ", ".join(f"{count} {kind}" for kind, count in sorted(of_whole_hands.items())) or "none"
    record_property("conformance", f"{FILE}: {checked} checked here, of whole hands: {played}")
    assert not wrong, "\n".join(wrong)
    assert checked


@pytest.mark.parametrize(
    ("told", "ranks"),
    [
        ("jacks and fours, kicker ace", "J4A"),
        ("7-A-T-8", "7AT8"),
        (", nine high", "9"),
        ("10-high", "T"),
        ("queens full of sixes", "Q6"),
    ],
)
def test_ranks_told_in_words_are_read(told: str, ranks: str) -> None:
    assert ranks_named(told) == ranks
