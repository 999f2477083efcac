# -- equity ----------------------------------------------------------------------------------------------------------
# Arrays have the shapes that _kernels_equity.h names; whoever calls has made them fit.

from libc.stdint cimport int32_t, uint32_t, uint64_t

cdef extern from "_kernels_equity.h" nogil:
    enum:
        MOST_SEATS
        MOST_POTS
        PK_NO_MEMORY
        PK_STOPPED
        CANONICAL_BOARDS

    ctypedef struct pk_contest:
        int game, seats, hole_count, pot_count
        uint16_t pots[10]

    ctypedef struct pk_stop:
        int (*is_wanted)(void *asked) noexcept nogil
        void *asked

    ctypedef struct pk_combos:
        ptrdiff_t count
        const ptrdiff_t *starts
        const ptrdiff_t *stops
        const uint8_t *cards
        const uint64_t *masks
        const double *weights

    ctypedef struct pk_group:
        ptrdiff_t tuples
        int width
        const uint8_t *cards
        const uint64_t *masks
        const uint32_t *keep
        const uint32_t *alias
        double *shares
        double *totals

    ctypedef struct pk_deals:
        int group_count
        const pk_group *groups
        int seat_group[10]
        int seat_offset[10]
        int known_counts[10]
        int draw_counts[10]
        int board_count, board_draws
        uint8_t board[5]
        uint8_t deck[52]
        int deck_count, is_wide
        uint64_t seed

    int64_t pk_matchups(
        const pk_contest *contest, ptrdiff_t count, const uint8_t *hole_cards, const uint8_t *board, int board_count,
        uint64_t gone, int64_t *tallies, int64_t *classes)
    void pk_rename_suits(uint64_t *masks, ptrdiff_t deals, int seats, const uint8_t *names, int name_count)
    void pk_hand_values(
        const uint64_t *masks, ptrdiff_t count, const int32_t *by_ranks, const int32_t *by_suit, int32_t *values)
    ptrdiff_t pk_canonical_boards(uint8_t *boards, double *counts)
    void pk_sweep(
        const uint8_t *boards, const double *counts, ptrdiff_t board_count, const double *weights_of_first,
        const double *weights_of_second, double *wins, double *ties, double *totals, double *classes)
    int pk_ranges(
        const pk_contest *contest, const pk_combos *combos, const uint8_t *boards, const double *counts,
        ptrdiff_t board_count, double *tally, double *classes, double *shares, double *totals, const pk_stop *stop)
    int64_t pk_stud(
        const pk_contest *contest, const uint8_t *known, const int *known_counts, uint64_t gone, int64_t start,
        int64_t end, int64_t *tally, int64_t *classes, const pk_stop *stop)
    int pk_sample(
        const pk_contest *contest, const pk_deals *deals, uint64_t first_stream, int64_t streams, int64_t samples,
        int64_t *tally, int64_t *classes)


cdef extern from "Python.h":
    int PyErr_CheckSignals()
    void *PyErr_Occurred()


cdef int _is_stop_wanted(void *asked) noexcept nogil:
    """Whether somebody has set the flag, or the user has interrupted this thread: that exception then waits."""
    if (<const uint8_t *>asked)[0]:
        return 1
    with gil:
        return PyErr_CheckSignals() != 0


cdef pk_stop _stop_when(const uint8_t[::1] flag) noexcept:
    cdef pk_stop stop
    stop.is_wanted, stop.asked = _is_stop_wanted, <void *>&flag[0]
    return stop


cdef int _raise_stopped() except -1:
    if PyErr_Occurred() != NULL:
        return -1
    raise KeyboardInterrupt


cdef int _read_contest(object contest, pk_contest *out) except -1:
    """Fill in (game, seats, hole_count, pots)."""
    cdef int i
    cdef object pots = contest[3]
    out.game, out.seats, out.hole_count = contest[0], contest[1], contest[2]
    out.pot_count = <int>len(pots)
    if out.pot_count > MOST_POTS or out.seats > MOST_SEATS:
        raise ValueError("too many pots or seats")
    for i in range(out.pot_count):
        out.pots[i] = pots[i]
    return 0


def matchups(
    object contest,
    const uint8_t[:, :, ::1] hole_cards not None,
    bytes board,
    uint64_t gone,
    int64_t[:, ::1] tallies not None,
    int64_t[:, ::1] classes,
):
    """Tallies of (N, seats, hole_count) known hands on a board of 0 or 3 to 5 cards; returns the boards of each."""
    cdef pk_contest wanted
    cdef int64_t boards = 0
    cdef ptrdiff_t count = hole_cards.shape[0]
    cdef const uint8_t *on_board = board
    cdef int board_count = <int>len(board)
    cdef int64_t *classes_out = &classes[0, 0] if classes is not None and count else NULL
    _read_contest(contest, &wanted)
    if count:
        with nogil:
            boards = pk_matchups(
                &wanted, count, &hole_cards[0, 0, 0], on_board, board_count, gone, &tallies[0, 0], classes_out)
    if boards < 0:
        raise MemoryError
    return boards


def rename_suits(uint64_t[:, ::1] masks not None, bytes names):
    """Turn every deal of (deals, seats) masks into the least that a renaming of suits makes of it, in place.

    `names` has four suits, the new names of clubs, diamonds, hearts and spades, for every way to rename them.
    """
    cdef const uint8_t *new_names = names
    cdef int count = <int>len(names) // 4
    if masks.shape[1] > MOST_SEATS:
        raise ValueError("too many seats")
    if masks.shape[0]:
        with nogil:
            pk_rename_suits(&masks[0, 0], masks.shape[0], <int>masks.shape[1], new_names, count)


def hand_values(
    const uint64_t[::1] masks not None,
    const int32_t[::1] by_ranks not None,
    const int32_t[::1] by_suit not None,
    int32_t[::1] values not None,
):
    """Values of hands of 5 or 6 cards, from tables by the numbers of their ranks and by the ranks of each suit."""
    if values.shape[0] != masks.shape[0] or by_suit.shape[0] != 8192 or by_ranks.shape[0] not in (6188, 18564):
        raise ValueError("wrong shapes")
    if masks.shape[0]:
        with nogil:
            pk_hand_values(&masks[0], masks.shape[0], &by_ranks[0], &by_suit[0], &values[0])


def canonical_boards(uint8_t[:, ::1] boards not None, double[::1] counts not None):
    """Fill in the boards of five up to the names of the suits, and how many each stands for."""
    if boards.shape[0] != CANONICAL_BOARDS or boards.shape[1] != 5 or counts.shape[0] != CANONICAL_BOARDS:
        raise ValueError("wrong shapes")
    return pk_canonical_boards(&boards[0, 0], &counts[0])


def sweep(
    const uint8_t[:, ::1] boards not None,
    const double[::1] counts not None,
    const double[:, ::1] weights not None,
    double[:, ::1] wins not None,
    double[:, ::1] ties not None,
    double[:, ::1] totals,
    double[:, ::1] classes,
):
    """Add the wins and ties of every combo of two ranges, (2, 1326) each, on (N, 5) boards.

    Totals and classes may both be None.
    """
    cdef double *totals_out = &totals[0, 0] if totals is not None else NULL
    cdef double *classes_out = &classes[0, 0] if classes is not None else NULL
    if boards.shape[0]:
        with nogil:
            pk_sweep(
                &boards[0, 0], &counts[0], boards.shape[0], &weights[0, 0], &weights[1, 0], &wins[0, 0], &ties[0, 0],
                totals_out, classes_out)


def ranges(
    object contest,
    const ptrdiff_t[::1] starts not None,
    const ptrdiff_t[::1] stops not None,
    const uint8_t[:, ::1] cards not None,
    const uint64_t[::1] masks not None,
    const double[::1] weights not None,
    const uint8_t[:, ::1] boards not None,
    const double[::1] counts not None,
    double[::1] tally not None,
    double[::1] classes,
    double[::1] shares,
    double[::1] totals,
    const uint8_t[::1] stop not None,
):
    """Add up the deals of ranges on (N, 5) boards; classes and (shares, totals) may be None.

    Raises KeyboardInterrupt soon after the one byte of `stop` is set, or the user interrupts the main thread.
    """
    cdef pk_contest wanted
    cdef pk_combos combos
    cdef pk_stop stopping = _stop_when(stop)
    cdef int status = 0
    cdef double *classes_out = &classes[0] if classes is not None else NULL
    cdef double *shares_out = &shares[0] if shares is not None else NULL
    cdef double *totals_out = &totals[0] if totals is not None else NULL
    _read_contest(contest, &wanted)
    if boards.shape[0] and cards.shape[0]:
        combos.count, combos.starts, combos.stops = cards.shape[0], &starts[0], &stops[0]
        combos.cards, combos.masks, combos.weights = &cards[0, 0], &masks[0], &weights[0]
        with nogil:
            status = pk_ranges(
                &wanted, &combos, &boards[0, 0], &counts[0], boards.shape[0], &tally[0], classes_out, shares_out,
                totals_out, &stopping)
    if status == PK_STOPPED:
        _raise_stopped()
    if status:
        raise MemoryError


def stud(
    object contest,
    const uint8_t[:, ::1] known not None,
    object known_counts,
    uint64_t gone,
    int64_t start,
    int64_t end,
    int64_t[::1] tally not None,
    int64_t[::1] classes,
    const uint8_t[::1] stop not None,
):
    """Add up all deals of stud hands with (seats, 7) known cards, for the first seat's draws from start to end.

    It can be stopped like `ranges`.
    """
    cdef pk_contest wanted
    cdef int counts[10]
    cdef int i
    cdef int64_t deals
    cdef pk_stop stopping = _stop_when(stop)
    cdef int64_t *classes_out = &classes[0] if classes is not None else NULL
    _read_contest(contest, &wanted)
    for i in range(wanted.seats):
        counts[i] = known_counts[i]
    with nogil:
        deals = pk_stud(&wanted, &known[0, 0], counts, gone, start, end, &tally[0], classes_out, &stopping)
    if deals < 0:
        _raise_stopped()
    return deals


def sample(
    object contest,
    list groups,
    object seats,
    bytes board,
    int board_draws,
    bytes deck,
    uint64_t seed,
    uint64_t first_stream,
    int64_t streams,
    int64_t samples,
    int64_t[::1] tally not None,
    int64_t[::1] classes,
):
    """Play `samples` deals out of each of `streams` streams.

    A group is (cards, masks, keep, alias, shares, totals), the last two None or arrays to add to; a seat is (group,
    offset of its known cards, their number, cards to draw). Returns 0, or 1 when the groups' combos clash nearly always.
    """
    cdef pk_contest wanted
    cdef pk_deals deals
    cdef pk_group all_groups[10]
    cdef const uint8_t[:, ::1] cards
    cdef const uint64_t[::1] masks
    cdef const uint32_t[::1] keep
    cdef const uint32_t[::1] alias
    cdef double[:, ::1] shares
    cdef double[::1] totals
    cdef int i, status = 0
    cdef int64_t *classes_out = &classes[0] if classes is not None else NULL
    _read_contest(contest, &wanted)
    if len(groups) > MOST_SEATS or len(deck) > 52 or len(board) > 5:
        raise ValueError("too many groups or cards")
    deals.group_count = <int>len(groups)
    deals.groups = all_groups
    for i in range(deals.group_count):
        cards, masks, keep, alias = groups[i][0], groups[i][1], groups[i][2], groups[i][3]
        all_groups[i].tuples, all_groups[i].width = cards.shape[0], <int>cards.shape[1]
        all_groups[i].cards = &cards[0, 0] if cards.shape[1] else NULL
        all_groups[i].masks, all_groups[i].keep, all_groups[i].alias = &masks[0], &keep[0], &alias[0]
        all_groups[i].shares = all_groups[i].totals = NULL
        if groups[i][4] is not None:
            shares, totals = groups[i][4], groups[i][5]
            all_groups[i].shares, all_groups[i].totals = &shares[0, 0], &totals[0]
    for i in range(wanted.seats):
        deals.seat_group[i], deals.seat_offset[i] = seats[i][0], seats[i][1]
        deals.known_counts[i], deals.draw_counts[i] = seats[i][2], seats[i][3]
    deals.board_count, deals.board_draws = <int>len(board), board_draws
    for i in range(deals.board_count):
        deals.board[i] = board[i]
    deals.deck_count = <int>len(deck)
    for i in range(deals.deck_count):
        deals.deck[i] = deck[i]
    deals.seed = seed
    deals.is_wide = path() == "avx512"
    with nogil:
        status = pk_sample(&wanted, &deals, first_stream, streams, samples, &tally[0], classes_out)
    if status == PK_NO_MEMORY:
        raise MemoryError
    return status
