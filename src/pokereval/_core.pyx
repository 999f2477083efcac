# cython: language_level=3
# cython: freethreading_compatible=True
# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled core: look-ups and batch loops without the GIL. It trusts its input and imports nothing of the package.

Arrays come in as contiguous typed memoryviews of shapes that the caller has made fit together; cards are uint8 ids.
Batch functions return -1, or the first row whose cards are not distinct ids when asked to check.
"""

from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBUF_WRITABLE, PyBuffer_Release
from cpython.exc cimport PyErr_Clear
from cpython.long cimport PyLong_AsLongAndOverflow
from cpython.unicode cimport PyUnicode_1BYTE_DATA, PyUnicode_1BYTE_KIND, PyUnicode_GET_LENGTH, PyUnicode_KIND
from libc.stdint cimport int64_t, uint8_t, uint16_t

import numpy


cdef extern from "Python.h":
    int PyObject_GetBuffer(object exporter, Py_buffer *view, int flags)  # without Cython's own raising


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
cdef object _ndarray = numpy.ndarray, _empty = numpy.empty
cdef object _HIGH_DTYPE = numpy.dtype(numpy.uint16), _LOW_DTYPE = numpy.dtype(numpy.uint8)


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


cdef int _take_rows(object cards, Py_buffer *rows, int least, int most):
    """Take the buffer of a contiguous (N, least..most) array of uint8; 0, with nothing taken, for anything else."""
    if type(cards) is not _ndarray:
        return 0
    if PyObject_GetBuffer(cards, rows, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) < 0:
        PyErr_Clear()
        return 0
    if rows.ndim == 2 and rows.format[0] == c'B' and rows.format[1] == 0 and least <= rows.shape[1] <= most:
        return 1
    PyBuffer_Release(rows)
    return 0


cdef object _room(object out, bint low, ptrdiff_t rows):
    """What takes the ranks: `out`, or a new array if that is None."""
    return _empty(rows, _LOW_DTYPE if low else _HIGH_DTYPE) if out is None else out


cdef void *_place_in(object ranks, bint low, ptrdiff_t rows):
    """Where the ranks go in an array that is held until they are there; NULL if it does not fit them plainly."""
    cdef Py_buffer room
    cdef void *place = NULL
    if type(ranks) is not _ndarray:
        return NULL
    if PyObject_GetBuffer(ranks, &room, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | PyBUF_WRITABLE) < 0:
        PyErr_Clear()
        return NULL
    if room.ndim == 1 and room.shape[0] == rows and room.format[1] == 0:
        if room.format[0] == (c'B' if low else c'H') and <size_t>room.buf % (1 if low else 2) == 0:
            place = room.buf
    PyBuffer_Release(&room)
    return place


cdef object _many_hands(object cards, bint low, bint check, object out):
    """Ranks of contiguous (N, 5..7) rows of uint8, or None where somebody else must read them or complain."""
    cdef Py_buffer given
    cdef void *place
    cdef ptrdiff_t bad = 0
    cdef object ranks = None
    if not _take_rows(cards, &given, 5, MOST_CARDS):
        return None
    try:
        ranks = _room(out, low, given.shape[0])
        place = _place_in(ranks, low, given.shape[0])
        if place != NULL:
            with nogil:
                if low:
                    bad = _path.low(<const uint8_t *>given.buf, given.shape[0], <int>given.shape[1],
                                    <uint8_t *>place, check)
                else:
                    bad = _path.high(<const uint8_t *>given.buf, given.shape[0], <int>given.shape[1],
                                     <uint16_t *>place, check)
    finally:
        PyBuffer_Release(&given)
    return ranks if bad < 0 else None


cdef object _many_omaha(object hole_cards, object board, bint high, bint low, bint check, object out):
    """Ranks, low ranks or both, in a tuple, of contiguous (N or 1, 4..6) hole cards on (N or 1, 3..5) boards of uint8;
    or None where somebody else must read them or complain."""
    cdef Py_buffer holes, boards
    cdef void *high_place = NULL
    cdef void *low_place = NULL
    cdef ptrdiff_t rows, hole_stride, board_stride, bad = 0
    cdef object high_ranks = None, low_ranks = None
    if not _take_rows(hole_cards, &holes, 4, 6):
        return None
    try:
        if not _take_rows(board, &boards, 3, 5):
            return None
        try:
            rows = holes.shape[0] if boards.shape[0] == 1 else boards.shape[0]
            if not rows or holes.shape[0] != rows and holes.shape[0] != 1:
                return None
            if high:
                high_ranks = _room(out, False, rows)
                high_place = _place_in(high_ranks, False, rows)
            if low:
                low_ranks = _room(out, True, rows)
                low_place = _place_in(low_ranks, True, rows)
            if high == (high_place != NULL) and low == (low_place != NULL):
                hole_stride = holes.shape[1] if holes.shape[0] == rows else 0
                board_stride = boards.shape[1] if boards.shape[0] == rows else 0
                with nogil:
                    bad = _path.omaha(
                        <const uint8_t *>holes.buf, hole_stride, <int>holes.shape[1],
                        <const uint8_t *>boards.buf, board_stride, <int>boards.shape[1],
                        rows, <uint16_t *>high_place, <uint8_t *>low_place, check,
                    )
        finally:
            PyBuffer_Release(&boards)
    finally:
        PyBuffer_Release(&holes)
    return (high_ranks, low_ranks) if bad < 0 else None


cdef inline object _through_door(object general, bint low, object cards, object check, object threads, object out):
    """The rank of what is plainly good; anything else, and whatever has options, is for `general`."""
    cdef uint8_t ids[MOST_CARDS]
    cdef int count
    if threads is ONE_THREAD:
        if type(cards) is _ndarray:
            ranks = _many_hands(cards, low, check, out)
            if ranks is not None:
                return ranks
        elif out is None:
            count = _read_hand(cards, ids)
            if count:
                return pk_low_one(ids, count) if low else pk_high_one(ids, count)
    return general(cards, check=check, threads=threads, out=out)


def fast_door(object general not None, *, bint low):
    """Put a compiled door before the function that ranks anything.

    One hand of plain text, a tuple or list of plain ids, and contiguous rows of uint8, with room for their ranks or
    without, go through here and are ranked at once; whatever is not plainly good, or asks for threads, goes to `general`,
    which knows how to read it or to complain.
    """
    # A wrong call is refused under the name that the door has here, so each door has that of its function.
    def evaluate(object cards, *, object check=True, object threads=1, object out=None):
        return _through_door(general, False, cards, check, threads, out)

    def evaluate_low(object cards, *, object check=True, object threads=1, object out=None):
        return _through_door(general, True, cards, check, threads, out)

    return evaluate_low if low else evaluate


def omaha_door(object general not None, *, bint high, bint low):
    """Put a compiled door before the function that ranks any Omaha hands: high, low or both.

    Contiguous rows of uint8 go through here, with room for their ranks or without; all else goes to `general`.
    """
    def evaluate_omaha(hole_cards, board, *, object check=True, object threads=1, object out=None):
        ranks = _many_omaha(hole_cards, board, True, False, check, out) if threads is ONE_THREAD else None
        return general(hole_cards, board, check=check, threads=threads, out=out) if ranks is None else ranks[0]

    def evaluate_omaha_low(hole_cards, board, *, object check=True, object threads=1, object out=None):
        ranks = _many_omaha(hole_cards, board, False, True, check, out) if threads is ONE_THREAD else None
        return general(hole_cards, board, check=check, threads=threads, out=out) if ranks is None else ranks[1]

    def evaluate_omaha_hilo(hole_cards, board, *, object check=True, object threads=1):
        ranks = _many_omaha(hole_cards, board, True, True, check, None) if threads is ONE_THREAD else None
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
