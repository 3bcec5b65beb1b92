"""Grids of samples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Grid:
    """Evenly spaced samples: rows from north to south, columns from west to east.

    The sample of column ``i`` lies at ``x0 + i * step / cells``, and rows alike. This one division gives
    an area the same positions, to the bit, as an export of it. A part of a grid, such as
    ``grid[:256, 512:]``, keeps the positions of the whole, so parts fit together.

    ``Land.grid`` makes grids, and every method of a land that samples takes one in place of a window.

    Attributes
    ----------
    x0, z0
        The position of column 0 and row 0 in metres, east and south of the origin.
    step, cells
        The spacing is ``step / cells`` metres.
    column, row
        The numbers of the first column and row; above 0 in a part of a larger grid.
    width, height
        The numbers of columns and rows.
    """

    # Not a dataclass, whose module would take a tenth of the package's import.
    __slots__ = ("cells", "column", "height", "row", "step", "width", "x0", "z0")

    def __init__(
        self, x0: float, z0: float, step: float, cells: int, column: int, row: int, width: int, height: int
    ) -> None:
        self.x0, self.z0, self.step, self.cells = x0, z0, step, cells
        self.column, self.row, self.width, self.height = column, row, width, height

    def _numbers(self) -> tuple[Any, ...]:
        return self.x0, self.z0, self.step, self.cells, self.column, self.row, self.width, self.height

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grid) and self._numbers() == other._numbers()

    def __hash__(self) -> int:
        return hash(self._numbers())

    def __repr__(self) -> str:
        return f"Grid{self._numbers()}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Grid, self._numbers()

    def __dask_tokenize__(self) -> tuple[Any, ...]:
        return "orogen.Grid", self._numbers()

    @classmethod
    def window(cls, x0: float, z0: float, width: int, height: int, spacing: float) -> Grid:
        """Make the grid of a window, given by its north-west sample.

        Parameters
        ----------
        x0, z0
            The position of the north-west sample in metres, east and south of the origin.
        width, height
            The numbers of columns and rows, from 1.
        spacing
            The distance between neighbouring samples in metres, above 0.
        """
        if not (np.isfinite(spacing) and spacing > 0.0):
            raise ValueError(f"spacing: {spacing} is not allowed; give a finite number of metres above 0")
        width, height = _count("width", width, 1), _count("height", height, 1)
        return cls(float(x0), float(z0), float(spacing), 1, 0, 0, width, height)

    @classmethod
    def square(cls, x: float, z: float, side: float, size: int) -> Grid:
        """Make the grid of a square, as ``orogen export --area x,z,side --size size`` does.

        Parameters
        ----------
        x, z
            The centre in metres, east and south of the origin.
        side
            The length of its sides in metres, above 0. The outermost samples lie on them.
        size
            Samples on each side, from 2.
        """
        if not (np.isfinite(side) and side > 0.0):
            raise ValueError(f"area: a side of {side} is not allowed; give a finite number of metres above 0")
        size = _count("size", size, 2)
        half = 0.5 * float(side)
        return cls(float(x) - half, float(z) - half, float(side), size - 1, 0, 0, size, size)

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns: the shape of arrays on this grid."""
        return self.height, self.width

    @property
    def spacing(self) -> float:
        """The distance between neighbouring samples in metres."""
        return self.step / self.cells

    @property
    def x(self) -> NDArray[np.float64]:
        """The positions of the columns in metres, east of the origin; shape (width,)."""
        return self._line(self.x0, self.column, self.width)

    @property
    def z(self) -> NDArray[np.float64]:
        """The positions of the rows in metres, south of the origin; shape (height,)."""
        return self._line(self.z0, self.row, self.height)

    @property
    def y(self) -> NDArray[np.float64]:
        """The positions of the rows in metres, north of the origin, as maps have them; shape (height,)."""
        return 0.0 - self.z

    @property
    def transform(self) -> tuple[float, float, float, float, float, float]:
        """The six numbers of the affine transformation for rasterio, from (column, row) to (east, north).

        Samples are the centres of pixels, so the numbers place a corner half a spacing north-west of the
        first sample. ``affine.Affine(*grid.transform)`` is rasterio's own type.
        """
        spacing = self.spacing
        west, north = float(self.x[0]) - 0.5 * spacing, 0.5 * spacing - float(self.z[0])
        return spacing, 0.0, west, 0.0, -spacing, north

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """The edges (west, east, south, north) in metres, as x and z, for matplotlib's ``imshow(extent=…)``."""
        half, x, z = 0.5 * self.spacing, self.x, self.z
        return float(x[0]) - half, float(x[-1]) + half, float(z[-1]) + half, float(z[0]) - half

    @property
    def middle(self) -> tuple[float, float]:
        """The middle (x, z) between the outermost samples in metres."""
        return self._middle(self.x0, self.column, self.width), self._middle(self.z0, self.row, self.height)

    def lines(self, margin: int = 0) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the positions of columns and rows, with ``margin`` more on each side."""
        return (
            self._line(self.x0, self.column - margin, self.width + 2 * margin),
            self._line(self.z0, self.row - margin, self.height + 2 * margin),
        )

    def __getitem__(self, part: tuple[slice, slice]) -> Grid:
        """Return a part: ``grid[rows, columns]``, with slices as for an array of the grid's shape."""
        if not (isinstance(part, tuple) and len(part) == 2 and all(isinstance(p, slice) for p in part)):
            raise TypeError(f"a part of a grid is grid[rows, columns], two slices, not {part!r}")
        (top, bottom, down), (left, right, across) = part[0].indices(self.height), part[1].indices(self.width)
        if down != 1 or across != 1:
            raise ValueError("a part of a grid takes every row and column; leave out the step of the slice")
        if bottom <= top or right <= left:
            raise ValueError(f"the part [{top}:{bottom}, {left}:{right}] of a grid of shape {self.shape} is empty")
        row, column = self.row + top, self.column + left
        return Grid(self.x0, self.z0, self.step, self.cells, column, row, right - left, bottom - top)

    def _middle(self, start: float, first: int, count: int) -> float:
        return start + (first + 0.5 * (count - 1)) * self.step / self.cells

    def _line(self, start: float, first: int, count: int) -> NDArray[np.float64]:
        # The order of operations is that of exports.
        line: NDArray[np.float64] = start + np.arange(first, first + count, dtype=np.float64) * self.step / self.cells
        return line


def _count(name: str, value: int, minimum: int) -> int:
    try:
        count = value.__index__()
    except AttributeError:
        raise TypeError(f"{name}: {value!r} is not a whole number") from None
    if count < minimum:
        raise ValueError(f"{name}: {count} is not allowed; give a whole number from {minimum}")
    return count
