"""Lands as arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from orogen import _native
from orogen._arrays import Erosion, Mesh, Target, Water, at_points, result_type
from orogen._document import Document
from orogen._grid import Grid

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray

Area = tuple[float, float, float]
Sea = Literal["bed", "clamp"]

MATERIALS = ("sand", "meadow", "dark grass", "scree", "rock", "snow")
"""The names of the materials, in the order of the last axis of `Land.materials`."""

DEFAULT_SIZE = 1025
"""The samples on each side of an area, if no size is given."""


class _Window(NamedTuple):
    """A grid as native code takes it: positions of columns and rows, with one more on each side."""

    x: NDArray[np.float64]
    z: NDArray[np.float64]
    spacing_m: float
    band_limit_m: float


class Samples(Document):
    """The methods of a land that return arrays; see `Land` for windows and choices."""

    @property
    def spacing(self) -> float:
        """The distance between the finest samples in metres."""
        return self._core.spacing_m()

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The lowest and the highest coordinate in metres, of x and of z; None for endless land."""
        return self._core.bounds_m()

    def grid(self, *window: Grid | float, area: Area | None = None, size: int | None = None) -> Grid:
        """Return the grid of a window, in any of its three forms (see `Land`).

        Raises
        ------
        TypeError
            The forms are mixed, or numbers are missing.
        ValueError
            The window leaves a bounded land, or is empty.
        """
        if window and (area is not None or size is not None):
            raise TypeError("a window has no area and no size; leave out either the window or these two")
        if not window:
            x, z, side = self._core.default_area() if area is None else _area_of(area)
            grid = Grid.square(x, z, side, DEFAULT_SIZE if size is None else size)
        elif len(window) == 1 and isinstance(window[0], Grid):
            grid = window[0]
        else:
            grid = self._grid_of(window)
        self._check_bounds(grid)
        return grid

    def transform(
        self, *window: Grid | float, area: Area | None = None, size: int | None = None
    ) -> tuple[float, float, float, float, float, float]:
        """Return the six numbers of a window's affine transformation for rasterio (see `Grid.transform`)."""
        return self.grid(*window, area=area, size=size).transform

    def heights(
        self,
        *window: Grid | float,
        area: Area | None = None,
        size: int | None = None,
        sea: Sea = "bed",
        filter: bool = False,
        dtype: DTypeLike | None = None,
        out: NDArray[Any] | None = None,
    ) -> NDArray[Any]:
        """Return heights in metres.

        Parameters
        ----------
        *window, area, size, filter, out
            See `Land`.
        sea
            Under water, the height of the ground (``"bed"``) or of the water's surface (``"clamp"``).
        dtype
            float32 (by default) has the bits of exported files. float64 has more digits, those of
            ``orogen sample``, and takes longer. float16 is rounded float32.

        Returns
        -------
        ndarray
            Shape (height, width), in metres. Row 0 is the north edge, column 0 the west edge.
        """
        grid = self.grid(*window, area=area, size=size)
        clamp, band_limit_m = _is_clamp(sea), self._band_limit_m(grid, filter)
        (x, z), is_precise = grid.lines(), result_type(np.float32, dtype, out) == np.float64
        target = Target(grid.shape, np.float64 if is_precise else np.float32, dtype, out)
        fill = _native.heights_precise if is_precise else _native.heights
        fill(self._core, x, z, band_limit_m, clamp, target.filled)
        return target.result()

    def at(self, x: ArrayLike, z: ArrayLike) -> Any:
        """Return heights in metres at points, in float64, as ``orogen sample --recipe`` prints them.

        Parameters
        ----------
        x, z
            Positions in metres, east and south of the origin. They are broadcast against each other.

        Returns
        -------
        ndarray or float64
            Heights of the broadcast shape, or a number for two numbers. NaN where a position is NaN.
        """
        return at_points(("x", "z"), (x, z), lambda axes, out: _native.heights_at(self._core, axes[0], axes[1], out))

    def normals(
        self,
        *window: Grid | float,
        area: Area | None = None,
        size: int | None = None,
        filter: bool = False,
        dtype: DTypeLike | None = None,
        out: NDArray[Any] | None = None,
    ) -> NDArray[Any]:
        """Return unit normals of the ground, also under water.

        They come from the differences between neighbouring samples, as in exported meshes.

        Returns
        -------
        ndarray
            Shape (height, width, 3): x east, y up, z south; float32 by default.
        """
        grid = self.grid(*window, area=area, size=size)
        return self._fill(_native.normals, grid, (3,), np.float32, filter, dtype, out)

    def slopes(
        self,
        *window: Grid | float,
        area: Area | None = None,
        size: int | None = None,
        filter: bool = False,
        dtype: DTypeLike | None = None,
        out: NDArray[Any] | None = None,
    ) -> NDArray[Any]:
        """Return slopes of the ground in degrees, also under water, as the exported map has them.

        Returns
        -------
        ndarray
            Shape (height, width), from 0 (level) to 90 degrees; float32 by default.
        """
        grid = self.grid(*window, area=area, size=size)
        return self._fill(_native.slopes, grid, (), np.float32, filter, dtype, out)

    def erosion(
        self,
        *window: Grid | float,
        area: Area | None = None,
        size: int | None = None,
        filter: bool = False,
        dtype: DTypeLike | None = None,
        out: Sequence[NDArray[Any]] | None = None,
    ) -> Erosion:
        """Return the gullies and ridges that erosion made.

        Both arrays are 0 if the land is not eroded (``land["erosion.on"]``).

        Parameters
        ----------
        out
            Two arrays to fill.

        Returns
        -------
        Erosion
            ``ridge`` and ``occlusion``, each of shape (height, width), from -1 to 1; float32 by default.
        """
        grid = self.grid(*window, area=area, size=size)
        shapes = [grid.shape] * 2
        return Erosion(*self._fill_several(_native.erosion, grid, shapes, filter, dtype, out))

    def materials(
        self,
        *window: Grid | float,
        area: Area | None = None,
        size: int | None = None,
        filter: bool = False,
        dtype: DTypeLike | None = None,
        out: NDArray[Any] | None = None,
    ) -> NDArray[Any]:
        """Return the shares of the ground's materials, also under water.

        Returns
        -------
        ndarray
            Shape (height, width, 6), in the order of `orogen.MATERIALS`; each from 0 to 1, and 1 together
            except for rounding; float32 by default.
        """
        grid = self.grid(*window, area=area, size=size)
        return self._fill(_native.materials, grid, (len(MATERIALS),), np.float32, filter, dtype, out)

    def colours(
        self,
        *window: Grid | float,
        area: Area | None = None,
        size: int | None = None,
        filter: bool = False,
        dtype: DTypeLike | None = None,
        out: NDArray[Any] | None = None,
    ) -> NDArray[Any]:
        """Return the ground's colours without light, as the exported map ``albedo`` has them.

        Returns
        -------
        ndarray
            Shape (height, width, 3): red, green and blue of sRGB from 0 to 255; uint8 by default.
        """
        grid = self.grid(*window, area=area, size=size)
        return self._fill(_native.colours, grid, (3,), np.uint8, filter, dtype, out)

    def water(
        self,
        *window: Grid | float,
        area: Area | None = None,
        size: int | None = None,
        filter: bool = False,
        dtype: DTypeLike | None = None,
        out: Sequence[NDArray[Any]] | None = None,
    ) -> Water:
        """Return the water of sea, rivers and lakes.

        Rivers need a land with rivers (``land["rivers.on"]``), and samples close enough to show them.

        Parameters
        ----------
        out
            Three arrays to fill.

        Returns
        -------
        Water
            ``level`` in metres, NaN on dry ground, and ``depth`` in metres, each of shape (height, width),
            and ``flow`` in m/s to the east and to the south, of shape (height, width, 2); float32 by default.
        """
        grid = self.grid(*window, area=area, size=size)
        shapes = [grid.shape, grid.shape, (*grid.shape, 2)]
        return Water(*self._fill_several(_native.water, grid, shapes, filter, dtype, out))

    def mesh(
        self,
        *window: Grid | float,
        area: Area | None = None,
        size: int | None = None,
        sea: Sea = "bed",
        filter: bool = False,
    ) -> Mesh:
        """Return triangles, two for each square of four samples: the mesh that an export writes.

        Parameters
        ----------
        sea
            Under water, the ground (``"bed"``) or the water's surface (``"clamp"``).

        Returns
        -------
        Mesh
            ``vertices`` and ``normals`` of shape (height * width, 3) in float32: x east, y up, z south in
            metres from the middle of the grid; ``faces`` of shape (triangles, 3) in uint32; ``origin``,
            the middle of the grid in the world.
        """
        grid = self.grid(*window, area=area, size=size)
        height, width = grid.shape
        if min(height, width) < 2:
            raise ValueError(f"a mesh needs two rows and two columns, not the shape {grid.shape}")
        vertices, normals = np.empty((height, width, 3), np.float32), np.empty((height, width, 3), np.float32)
        heights = np.empty(grid.shape, np.float32)
        _native.surface(self._core, self._window(grid, filter), _is_clamp(sea), heights, normals)
        x, z = grid.lines()
        middle_x, middle_z = grid.middle
        # One rounding gives neighbouring meshes the same bits. Adding zero removes -0.
        vertices[..., 0] = (x - middle_x).astype(np.float32) + np.float32(0)
        vertices[..., 1] = heights
        vertices[..., 2] = ((z - middle_z).astype(np.float32) + np.float32(0))[:, np.newaxis]
        origin = (middle_x, 0.0, middle_z)
        return Mesh(vertices.reshape(-1, 3), normals.reshape(-1, 3), _faces(height, width), origin)

    def _grid_of(self, window: tuple[Grid | float, ...]) -> Grid:
        if len(window) not in (4, 5) or any(isinstance(value, Grid) for value in window):
            raise TypeError(
                "a window is x0, z0, width, height and perhaps spacing, or one Grid; "
                f"{len(window)} values do not make one"
            )
        x0, z0, width, height, *rest = window
        return Grid.window(x0, z0, width, height, rest[0] if rest else self.spacing)  # type: ignore[arg-type]

    def _check_bounds(self, grid: Grid) -> None:
        bounds = self.bounds
        if bounds is None:
            return
        (x, z), (low, high) = grid.lines(), bounds
        if x[0] < low or z[0] < low or x[-1] > high or z[-1] > high:
            raise ValueError(
                f"the window from x = {x[0]:g}, z = {z[0]:g} to x = {x[-1]:g}, z = {z[-1]:g} leaves the land, "
                f"which reaches from {low:g} to {high:g} m in x and z"
            )

    def _band_limit_m(self, grid: Grid, filter: bool) -> float:
        return max(self.spacing, grid.spacing) if filter else self.spacing

    def _window(self, grid: Grid, filter: bool) -> _Window:
        return _Window(*grid.lines(1), grid.spacing, self._band_limit_m(grid, filter))

    def _fill(
        self,
        fill: Callable[[_native.NativeLand, _native._Window, NDArray[Any]], None],
        grid: Grid,
        values: tuple[int, ...],
        native: DTypeLike,
        filter: bool,
        dtype: DTypeLike | None,
        out: NDArray[Any] | None,
    ) -> NDArray[Any]:
        target = Target((*grid.shape, *values), native, dtype, out)
        fill(self._core, self._window(grid, filter), target.filled)
        return target.result()

    def _fill_several(
        self,
        fill: Callable[..., None],
        grid: Grid,
        shapes: Sequence[tuple[int, ...]],
        filter: bool,
        dtype: DTypeLike | None,
        out: Sequence[NDArray[Any]] | None,
    ) -> list[NDArray[Any]]:
        outs: Sequence[NDArray[Any] | None] = [None] * len(shapes) if out is None else out
        if len(outs) != len(shapes):
            raise ValueError(f"out: {len(shapes)} arrays are needed, not {len(outs)}")
        targets = [Target(shape, np.float32, dtype, one) for shape, one in zip(shapes, outs, strict=True)]
        fill(self._core, self._window(grid, filter), *(target.filled for target in targets))
        return [target.result() for target in targets]


def _is_clamp(sea: str) -> bool:
    if sea not in ("bed", "clamp"):
        raise ValueError(f"sea: {sea!r} is not allowed; give 'bed' (the ground) or 'clamp' (the water's surface)")
    return sea == "clamp"


def _area_of(area: Any) -> Area:
    try:
        x, z, side = area
        return float(x), float(z), float(side)
    except (TypeError, ValueError):
        raise TypeError(f"area: {area!r} is not (x, z, side): the centre and the side in metres") from None


def _faces(height: int, width: int) -> NDArray[np.uint32]:
    """Return two triangles for each cell, split from its north-east to its south-west corner."""
    corner = np.arange(height * width, dtype=np.uint32).reshape(height, width)
    north_west, north_east = corner[:-1, :-1], corner[:-1, 1:]
    south_west, south_east = corner[1:, :-1], corner[1:, 1:]
    faces = np.stack([north_west, south_west, north_east, north_east, south_west, south_east], axis=-1)
    return faces.reshape(-1, 3)
