"""Draw the pictures of the pages on ranges and equity: ``python docs/make_range_pictures.py``.

They are written as SVG by hand, so that the site needs no drawing library; colours work on light and dark pages.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import pokereval as pe

IMAGES = Path(__file__).resolve().parent / "images"
RANKS = "AKQJT98765432"
GREY = "#808080"


def svg(width: int, height: int, parts: list[str]) -> str:
    """Put parts into a picture."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'{head} font-family="sans-serif" font-size="11">\n' + "\n".join(parts) + "\n</svg>\n"


def range_grid(text: str) -> str:
    """The 13 × 13 grid of a range."""
    cell, grid, parts = 34, pe.Range(text).grid(), []
    for row in range(13):
        for column in range(13):
            high, low = sorted((RANKS[row], RANKS[column]), key=RANKS.index)
            name = high + low + ("" if row == column else "s" if column > row else "o")
            share = grid[row, column]
            x, y = column * cell, row * cell
            box = f'<rect x="{x + 1}" width="{cell - 2}" rx="3"'
            parts.append(f'{box} y="{y + 1}" height="{cell - 2}" fill="{GREY}" opacity=".15"/>')
            if share:
                height = (cell - 2) * share
                top = y + cell - 1 - height
                parts.append(f'{box} y="{top:.1f}" height="{height:.1f}" fill="#2e7d32" opacity=".8"/>')
            colour = "white" if share > 0.6 else GREY
            parts.append(
                f'<text x="{x + cell / 2}" y="{y + cell / 2 + 4}" text-anchor="middle" fill="{colour}">{name}</text>'
            )
    return svg(13 * cell, 13 * cell, parts)


def equity_distribution(hands: tuple[str, str], board: str) -> str:
    """How the combos of two ranges share out over equity, each weighted by how often it is dealt."""
    width, height, left, bottom = 560, 240, 40, 40
    parts = []
    seats = pe.equity(hands, board, by_combo=True).by_combo
    bins = np.linspace(0, 1, 21)
    heights = [np.histogram(seat.equities, bins=bins, weights=seat.weights)[0] for seat in seats]
    top = max(float(one.max()) for one in heights)
    step = (width - left) / 20
    for number, (one, colour) in enumerate(zip(heights, ("#1565c0", "#e65100"), strict=True)):
        for at, share in enumerate(one):
            tall = (height - bottom - 20) * float(share) / top
            x = left + at * step + number * step / 2
            parts.append(
                f'<rect x="{x:.1f}" y="{height - bottom - tall:.1f}" width="{step / 2 - 1:.1f}" height="{tall:.1f}" '
                f'fill="{colour}" opacity=".85"/>'
            )
        parts.append(f'<rect x="{left + 20}" y="{10 + 18 * number}" width="11" height="11" fill="{colour}"/>')
        parts.append(f'<text x="{left + 36}" y="{20 + 18 * number}" fill="{GREY}">{hands[number]}</text>')
    parts.append(f'<path d="M{left} {height - bottom}H{width}" stroke="{GREY}"/>')
    for at in range(0, 101, 20):
        x = left + (width - left - 12) * at / 100
        parts.append(f'<text x="{x:.1f}" y="{height - 22}" text-anchor="middle" fill="{GREY}">{at} %</text>')
    parts.append(f'<text x="{width / 2}" y="{height - 4}" text-anchor="middle" fill="{GREY}">equity on {board}</text>')
    parts.append(f'<text x="4" y="20" fill="{GREY}">{100 * top:.0f} %</text>')
    return svg(width, height, parts)


def main() -> None:
    """Write all pictures."""
    (IMAGES / "range-grid.svg").write_text(
        range_grid("22+,A2s+,KTs+,QTs+,JTs,T9s@50%,98s@50%,ATo+,KQo"), encoding="utf-8"
    )
    picture = equity_distribution(("QQ+,AK", "TT+,AQ+"), "2c7d9h")
    (IMAGES / "equity-distribution.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
