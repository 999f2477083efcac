# cython: language_level=3
# cython: freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled core: look-ups and batch loops without the GIL. It trusts its input and imports nothing of the package.

Arrays come in as contiguous typed memoryviews of shapes that the caller has made fit together; cards are uint8 ids.
The doors of `evaluate` and its like take whatever comes, and look at arrays through numpy's C interface.
Batch functions return -1, or the first row whose cards are not distinct ids when asked to check.
"""

from cpython.long cimport PyLong_AsLongAndOverflow
from cpython.unicode cimport PyUnicode_1BYTE_DATA, PyUnicode_1BYTE_KIND, PyUnicode_GET_LENGTH, PyUnicode_KIND
from libc.stdint cimport int64_t, uint8_t, uint16_t
from numpy cimport (
    NPY_ARRAY_C_CONTIGUOUS,
    NPY_UINT8,
    NPY_UINT16,
    PyArray_CHKFLAGS,
    PyArray_DATA,
    PyArray_DIM,
    PyArray_EMPTY,
    PyArray_ISCARRAY,
    PyArray_NBYTES,
    PyArray_NDIM,
    PyArray_TYPE,
    import_array,
    ndarray,
    npy_intp,
)

import_array()


cdef extern from "_kernels.h" nogil:
    ctypedef struct pk_path:
        const char *name
        void (*prepare)() noexcept nogil
        ptrdiff_t (*high)(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check) noexcept nogil
        ptrdiff_t (*low)(const uint8_t *cards, ptrdiff_t rows, int count, uint8_t *out, int check) noexcept nogil
        ptrdiff_t (*omaha)(
            const uint8_t *hole, ptrdiff_t hole_stride, int hole_count,
            const uint8_t *board, ptrdiff_t board_stride, int board_count,
            ptrdiff_t rows, uint16_t *high, uint8_t *low, int check,
        ) noexcept nogil

    const pk_path *pk_path_at(int i)
    ptrdiff_t pk_razz(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check)
    ptrdiff_t pk_short_deck(const uint8_t *cards, ptrdiff_t rows, int count, uint16_t *out, int check)
    uint16_t pk_high_one(const uint8_t *cards, int count)
    uint8_t pk_low_one(const uint8_t *cards, int count)
    int pk_distinct(const uint8_t *cards, int count)
    unsigned pk_best_high(const uint8_t *cards, int count, uint8_t *positions)
    unsigned pk_best_low(const uint8_t *cards, int count, uint8_t *positions)
    unsigned pk_best_omaha_high(
        const uint8_t *hole, int hole_count, const uint8_t *board, int board_count, uint8_t *positions)
    unsigned pk_best_omaha_low(
        const uint8_t *hole, int hole_count, const uint8_t *board, int board_count, uint8_t *positions)

    ctypedef struct pk_seats:
        int is_omaha, seats, hole_count
        const uint8_t *hole_cards
        ptrdiff_t hole_stride
        const uint8_t *boards

    ptrdiff_t pk_rank_seats(
        const pk_path *path, const pk_seats *all, ptrdiff_t start, ptrdiff_t stop, uint16_t *high, uint8_t *low,
        int check)

    ctypedef struct pk_tables:
        const pk_path *path
        int is_omaha, has_low, is_stud
        int seats, hole_count, board_count, uncalled_returned
        int64_t chip
        const uint8_t *hole_cards
        const uint8_t *board
        const int64_t *contributions
        const uint8_t *live
        const int64_t *button
        const int64_t *dead
        int64_t *payouts
        int64_t *returned
        uint16_t *high_ranks
        uint8_t *low_ranks

    ptrdiff_t pk_settle(const pk_tables *tables, ptrdiff_t start, ptrdiff_t stop, int check)

cdef extern from "_text.h" nogil:
    int read_cards(const uint8_t *text, int count, uint8_t *cards)


# -- the instruction set ---------------------------------------------------------------------------------------------

cdef const pk_path *_path = pk_path_at(0)


def paths():
    """Names of the paths that this build has and this processor can run, the plainest first."""
    cdef list names = []
    cdef int i = 0
    while pk_path_at(i) != NULL:
        names.append(pk_path_at(i).name.decode())
        i += 1
    return tuple(names)


def path():
    """Name of the path that batches take."""
    return _path.name.decode()


def take_path(str name not None):
    """Let batches take a path from now on. All of them give the same results."""
    global _path
    cdef const pk_path *wanted
    names = paths()
    if name not in names:
        raise ValueError(f"expected an instruction set out of {', '.join(names)}, got {name!r}")
    wanted = pk_path_at(names.index(name))
    wanted.prepare()
    _path = wanted


# -- many hands ------------------------------------------------------------------------------------------------------


def high(const uint8_t[:, ::1] cards not None, uint16_t[::1] out not None, *, bint check):
    """Ranks of (N, 5..7) cards into (N,) out."""
    cdef ptrdiff_t rows = cards.shape[0], bad = -1
    if rows:
        with nogil:
            bad = _path.high(&cards[0, 0], rows, <int>cards.shape[1], &out[0], check)
    return bad


def low(const uint8_t[:, ::1] cards not None, uint8_t[::1] out not None, *, bint check):
    """Eight-or-better low ranks of (N, 5..7) cards into (N,) out."""
    cdef ptrdiff_t rows = cards.shape[0], bad = -1
    if rows:
        with nogil:
            bad = _path.low(&cards[0, 0], rows, <int>cards.shape[1], &out[0], check)
    return bad


def razz(const uint8_t[:, ::1] cards not None, uint16_t[::1] out not None, *, bint check):
    """Ace-to-five ranks of (N, 5..7) cards into (N,) out."""
    cdef ptrdiff_t rows = cards.shape[0], bad = -1
    if rows:
        with nogil:
            bad = pk_razz(&cards[0, 0], rows, <int>cards.shape[1], &out[0], check)
    return bad


def short_deck(const uint8_t[:, ::1] cards not None, uint16_t[::1] out not None, *, bint check):
    """Short-deck ranks of (N, 5..7) cards, none below the sixes, into (N,) out."""
    cdef ptrdiff_t rows = cards.shape[0], bad = -1
    if rows:
        with nogil:
            bad = pk_short_deck(&cards[0, 0], rows, <int>cards.shape[1], &out[0], check)
    return bad


def omaha(
    const uint8_t[:, ::1] hole_cards not None,
    const uint8_t[:, ::1] board not None,
    uint16_t[::1] high_out,
    uint8_t[::1] low_out,
    *,
    bint check,
):
    """Omaha ranks of (N or 1, 4..6) hole cards on (N or 1, 3..5) boards; one hand or board of one serves all rows."""
    cdef ptrdiff_t rows = high_out.shape[0] if high_out is not None else low_out.shape[0]
    cdef ptrdiff_t hole_stride = hole_cards.shape[1] if hole_cards.shape[0] == rows else 0
    cdef ptrdiff_t board_stride = board.shape[1] if board.shape[0] == rows else 0
    cdef ptrdiff_t bad = -1
    cdef uint16_t *ranks = NULL
    cdef uint8_t *low_ranks = NULL
    if rows:
        if high_out is not None:
            ranks = &high_out[0]
        if low_out is not None:
            low_ranks = &low_out[0]
        with nogil:
            bad = _path.omaha(
                &hole_cards[0, 0], hole_stride, <int>hole_cards.shape[1],
                &board[0, 0], board_stride, <int>board.shape[1],
                rows, ranks, low_ranks, check,
            )
    return bad


def boards(
    const uint8_t[:, ::1] shown not None,
    const uint8_t[:, :, ::1] hole_cards not None,
    uint16_t[:, ::1] high_out,
    uint8_t[:, ::1] low_out,
    *,
    bint is_omaha,
    ptrdiff_t start,
    ptrdiff_t stop,
    bint check,
):
    """Ranks of (N or 1, P, H) hole cards on (N, 5) boards, from board start to stop, into (N, P) outs."""
    cdef pk_seats all
    cdef ptrdiff_t bad = -1
    cdef uint16_t *high_ranks = NULL
    cdef uint8_t *low_ranks = NULL
    if start >= stop or not hole_cards.shape[1]:
        return -1
    all.is_omaha, all.seats, all.hole_count = is_omaha, <int>hole_cards.shape[1], <int>hole_cards.shape[2]
    all.hole_cards, all.boards = &hole_cards[0, 0, 0], &shown[0, 0]
    all.hole_stride = hole_cards.shape[1] * hole_cards.shape[2] if hole_cards.shape[0] == shown.shape[0] else 0
    if high_out is not None:
        high_ranks = &high_out[0, 0]
    if low_out is not None:
        low_ranks = &low_out[0, 0]
    with nogil:
        bad = pk_rank_seats(_path, &all, start, stop, high_ranks, low_ranks, check)
    return bad - start if bad >= 0 else -1


def settle(
    *,
    bint is_omaha,
    bint has_low,
    bint is_stud,
    bint uncalled_returned,
    int64_t chip,
    const uint8_t[:, :, ::1] hole_cards not None,
    const uint8_t[:, ::1] board,
    const int64_t[:, ::1] contributions not None,
    const uint8_t[:, ::1] live not None,
    const int64_t[::1] button,
    const int64_t[::1] dead,
    int64_t[:, ::1] payouts not None,
    int64_t[:, ::1] returned not None,
    uint16_t[:, ::1] high_ranks not None,
    uint8_t[:, ::1] low_ranks,
    ptrdiff_t start,
    ptrdiff_t stop,
    bint check,
):
    """Settle the tables from start to stop; None stands for no board, an unknown button, no dead money, no lows.

    Returns -1, or the first row that cannot be settled, counted from start.
    """
    cdef uint8_t no_board = 0
    cdef ptrdiff_t bad
    cdef pk_tables tables
    if start >= stop:
        return -1
    tables.path = _path
    tables.is_omaha, tables.has_low, tables.is_stud = is_omaha, has_low, is_stud
    tables.uncalled_returned = uncalled_returned
    tables.chip = chip
    tables.seats, tables.hole_count = <int>hole_cards.shape[1], <int>hole_cards.shape[2]
    tables.board_count = <int>board.shape[1] if board is not None else 0
    tables.hole_cards = &hole_cards[0, 0, 0]
    tables.board = &board[0, 0] if board is not None else &no_board
    tables.contributions = &contributions[0, 0]
    tables.live = &live[0, 0]
    tables.button = &button[0] if button is not None else NULL
    tables.dead = &dead[0] if dead is not None else NULL
    tables.payouts, tables.returned = &payouts[0, 0], &returned[0, 0]
    tables.high_ranks = &high_ranks[0, 0]
    tables.low_ranks = &low_ranks[0, 0] if low_ranks is not None else NULL
    with nogil:
        bad = pk_settle(&tables, start, stop, check)
    return bad - start if bad >= 0 else -1


# -- one hand --------------------------------------------------------------------------------------------------------

cdef enum:
    MOST_CARDS = 7
    DECK_SIZE = 52

cdef object ONE_THREAD = 1


cdef inline int _read_text(str text, uint8_t *cards):
    """Cards of plain text into `cards`; their number, or 0 for text that cards.py must look at."""
    cdef ptrdiff_t length = PyUnicode_GET_LENGTH(text)
    if length & 1 or length > 2 * MOST_CARDS or PyUnicode_KIND(text) != PyUnicode_1BYTE_KIND:
        return 0
    return <int>(length >> 1) if read_cards(<const uint8_t *>PyUnicode_1BYTE_DATA(text), <int>(length >> 1), cards) else 0


cdef inline int _read_id(object item, uint8_t *card):
    """One plain int 0..51; 0 for anything else."""
    cdef int overflow = 0
    cdef long value
    if type(item) is not int:
        return 0
    value = PyLong_AsLongAndOverflow(item, &overflow)
    card[0] = <uint8_t>value
    return 0 <= value < DECK_SIZE and not overflow


cdef inline int _read_ids(object ids, uint8_t *cards):
    """Cards of a tuple or list of plain ints into `cards`; their number, or 0 for anything else."""
    cdef ptrdiff_t count, i
    if type(ids) is tuple:
        count = len(<tuple>ids)
        if count <= MOST_CARDS:
            for i in range(count):
                if not _read_id((<tuple>ids)[i], &cards[i]):
                    return 0
            return <int>count
    elif type(ids) is list:
        count = len(<list>ids)
        if count <= MOST_CARDS:
            for i in range(count):
                if not _read_id((<list>ids)[i], &cards[i]):
                    return 0
            return <int>count
    return 0


cdef inline int _read_hand(object hand, uint8_t *cards):
    """Five to seven distinct cards of text or ids; 0 where somebody else must read them or complain."""
    cdef int count = _read_text(<str>hand, cards) if type(hand) is str else _read_ids(hand, cards)
    return count if 5 <= count <= MOST_CARDS and pk_distinct(cards, count) else 0


cdef inline bint _are_rows(object cards, int least, int most):
    """Whether this is plainly a contiguous (N, least..most) array of uint8."""
    return (
        type(cards) is ndarray
        and PyArray_TYPE(<ndarray>cards) == NPY_UINT8
        and PyArray_CHKFLAGS(<ndarray>cards, NPY_ARRAY_C_CONTIGUOUS)
        and PyArray_NDIM(<ndarray>cards) == 2
        and least <= PyArray_DIM(<ndarray>cards, 1) <= most
    )


cdef inline bint _overlap(object out, object cards):
    """Whether contiguous arrays share memory."""
    cdef const char *first = <const char *>PyArray_DATA(<ndarray>out)
    cdef const char *second = <const char *>PyArray_DATA(<ndarray>cards)
    return first < second + PyArray_NBYTES(<ndarray>cards) and second < first + PyArray_NBYTES(<ndarray>out)


cdef inline object _room(object out, int dtype, npy_intp rows, object cards, object others):
    """What takes the ranks of cards in one array or two: a new array, or `out` if it plainly has the room for them, or
    None."""
    if out is None:
        return PyArray_EMPTY(1, &rows, dtype, 0)
    return out if (
        type(out) is ndarray
        and PyArray_TYPE(<ndarray>out) == dtype
        and PyArray_ISCARRAY(<ndarray>out)  # contiguous, aligned, writable and of this machine's byte order
        and PyArray_NDIM(<ndarray>out) == 1
        and PyArray_DIM(<ndarray>out, 0) == rows
        and not _overlap(out, cards)
        and not _overlap(out, others)
    ) else None


cdef object _many_hands(object cards, bint low, bint check, object out):
    """Ranks of contiguous (N, 5..7) rows of uint8, or None where somebody else must read them or complain."""
    cdef const uint8_t *ids
    cdef void *place
    cdef ptrdiff_t rows, bad
    cdef int count
    if not _are_rows(cards, 5, MOST_CARDS):
        return None
    rows, count = PyArray_DIM(<ndarray>cards, 0), <int>PyArray_DIM(<ndarray>cards, 1)
    ranks = _room(out, NPY_UINT8 if low else NPY_UINT16, rows, cards, cards)
    if ranks is None:
        return None
    ids, place = <const uint8_t *>PyArray_DATA(<ndarray>cards), PyArray_DATA(<ndarray>ranks)
    with nogil:
        if low:
            bad = _path.low(ids, rows, count, <uint8_t *>place, check)
        else:
            bad = _path.high(ids, rows, count, <uint16_t *>place, check)
    return ranks if bad < 0 else None


cdef object _many_omaha(object hole_cards, object board, bint high, bint low, bint check, object out):
    """Ranks, low ranks or both, in a tuple, of contiguous (N or 1, 4..6) hole cards on (N or 1, 3..5) boards of uint8;
    or None where somebody else must read them or complain."""
    cdef ptrdiff_t rows, hands, hole_count, board_count, hole_stride, board_stride, bad
    cdef const uint8_t *holes
    cdef const uint8_t *boards
    cdef uint16_t *high_place = NULL
    cdef uint8_t *low_place = NULL
    cdef object high_ranks = None, low_ranks = None
    if not _are_rows(hole_cards, 4, 6) or not _are_rows(board, 3, 5):
        return None
    hands, hole_count = PyArray_DIM(<ndarray>hole_cards, 0), PyArray_DIM(<ndarray>hole_cards, 1)
    rows, board_count = PyArray_DIM(<ndarray>board, 0), PyArray_DIM(<ndarray>board, 1)
    board_stride = 0 if rows == 1 else board_count
    if rows == 1:
        rows = hands
    if not rows or hands != rows and hands != 1:
        return None
    hole_stride = hole_count if hands == rows else 0
    if high:
        high_ranks = _room(out, NPY_UINT16, rows, hole_cards, board)
        if high_ranks is None:
            return None
        high_place = <uint16_t *>PyArray_DATA(<ndarray>high_ranks)
    if low:
        low_ranks = _room(out, NPY_UINT8, rows, hole_cards, board)
        if low_ranks is None:
            return None
        low_place = <uint8_t *>PyArray_DATA(<ndarray>low_ranks)
    holes, boards = <const uint8_t *>PyArray_DATA(<ndarray>hole_cards), <const uint8_t *>PyArray_DATA(<ndarray>board)
    with nogil:
        bad = _path.omaha(holes, hole_stride, <int>hole_count, boards, board_stride, <int>board_count, rows,
                          high_place, low_place, check)
    return (high_ranks, low_ranks) if bad < 0 else None


cdef inline bint _are_few(object cards, ptrdiff_t many):
    return type(cards) is ndarray and PyArray_NDIM(<ndarray>cards) == 2 and PyArray_DIM(<ndarray>cards, 0) < many


cdef inline bint _goes_alone(object threads, object cards, object others, ptrdiff_t many):
    """Whether one thread is asked for, or there are too few rows for any number of threads."""
    return threads is ONE_THREAD or (
        type(threads) is int and threads >= 0 and _are_few(cards, many) and _are_few(others, many)
    )


cdef inline object _through_door(
    object general, bint low, ptrdiff_t many, object cards, object check, object threads, object out
):
    """The rank of what is plainly good; anything else, and whatever has options, is for `general`."""
    cdef uint8_t ids[MOST_CARDS]
    cdef int count
    if _goes_alone(threads, cards, cards, many):
        if type(cards) is ndarray:
            ranks = _many_hands(cards, low, check, out)
            if ranks is not None:
                return ranks
        elif out is None:
            count = _read_hand(cards, ids)
            if count:
                return pk_low_one(ids, count) if low else pk_high_one(ids, count)
    return general(cards, check=check, threads=threads, out=out)


def fast_door(object general not None, *, bint low, ptrdiff_t many):
    """Put a compiled door before the function that ranks anything.

    One hand of plain text, a tuple or list of plain ids, and contiguous rows of uint8, with room for their ranks or
    without, go through here and are ranked at once. Whatever is not plainly good goes to `general`, which knows how to
    read it or to complain; and so do threads for `many` rows or more.
    """
    # A wrong call is refused under the name that the door has here, so each door has that of its function.
    def evaluate(object cards, *, object check=True, object threads=1, object out=None):
        return _through_door(general, False, many, cards, check, threads, out)

    def evaluate_low(object cards, *, object check=True, object threads=1, object out=None):
        return _through_door(general, True, many, cards, check, threads, out)

    return evaluate_low if low else evaluate


def omaha_door(object general not None, *, bint high, bint low, ptrdiff_t many):
    """Put a compiled door before the function that ranks any Omaha hands: high, low or both.

    Contiguous rows of uint8 go through here, with room for their ranks or without; all else goes to `general`.
    """
    def evaluate_omaha(hole_cards, board, *, object check=True, object threads=1, object out=None):
        alone = _goes_alone(threads, hole_cards, board, many)
        ranks = _many_omaha(hole_cards, board, True, False, check, out) if alone else None
        return general(hole_cards, board, check=check, threads=threads, out=out) if ranks is None else ranks[0]

    def evaluate_omaha_low(hole_cards, board, *, object check=True, object threads=1, object out=None):
        alone = _goes_alone(threads, hole_cards, board, many)
        ranks = _many_omaha(hole_cards, board, False, True, check, out) if alone else None
        return general(hole_cards, board, check=check, threads=threads, out=out) if ranks is None else ranks[1]

    def evaluate_omaha_hilo(hole_cards, board, *, object check=True, object threads=1):
        alone = _goes_alone(threads, hole_cards, board, many)
        ranks = _many_omaha(hole_cards, board, True, True, check, None) if alone else None
        return general(hole_cards, board, check=check, threads=threads) if ranks is None else ranks

    return evaluate_omaha_hilo if high and low else evaluate_omaha_low if low else evaluate_omaha


def best_positions(const uint8_t[::1] cards not None, *, bint low):
    """Rank of the best five (0 for no low) and their positions in 5..7 cards."""
    cdef uint8_t positions[5]
    cdef int count = <int>cards.shape[0]
    cdef unsigned rank = pk_best_low(&cards[0], count, positions) if low else pk_best_high(&cards[0], count, positions)
    return rank, tuple([positions[i] for i in range(5)]) if rank else ()


def best_omaha_positions(const uint8_t[::1] hole_cards not None, const uint8_t[::1] board not None, *, bint low):
    """Rank of the best two plus three (0 for no low), two positions in the hole cards and three on the board."""
    cdef uint8_t positions[5]
    cdef int holes = <int>hole_cards.shape[0], boards = <int>board.shape[0]
    cdef unsigned rank
    if low:
        rank = pk_best_omaha_low(&hole_cards[0], holes, &board[0], boards, positions)
    else:
        rank = pk_best_omaha_high(&hole_cards[0], holes, &board[0], boards, positions)
    return rank, tuple([positions[i] for i in range(5)]) if rank else ()


# -- text ------------------------------------------------------------------------------------------------------------


def cards_from_texts(object texts not None, int count, uint8_t[:, ::1] out not None, ptrdiff_t start=0):
    """Cards of a list or tuple of plain texts of `count` cards into (N, count) out, from row `start` on.

    Returns -1, or the first row that is not plainly that.
    """
    cdef ptrdiff_t row, rows = len(texts)
    cdef object text
    cdef list as_list = texts if type(texts) is list else None
    cdef tuple as_tuple = texts if type(texts) is tuple else None
    for row in range(start, rows):
        if as_list is not None and row >= len(as_list):
            raise IndexError("the list has shrunk while it was read")
        text = as_list[row] if as_list is not None else as_tuple[row]
        if (
            type(text) is not str
            or PyUnicode_GET_LENGTH(<str>text) != 2 * count
            or PyUnicode_KIND(<str>text) != PyUnicode_1BYTE_KIND
            or count and not read_cards(<const uint8_t *>PyUnicode_1BYTE_DATA(<str>text), count, &out[row, 0])
        ):
            return row
    return -1


include "_equity.pxi"
