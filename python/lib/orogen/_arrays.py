"""Arrays to fill, and groups of arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray


class Erosion(NamedTuple):
    """The effects of erosion on the land."""

    ridge: NDArray[Any]
    """The ridge map, from -1 in the beds of gullies to 1 on ridges; shape (height, width)."""
    occlusion: NDArray[Any]
    """The effect of gullies on the height, from -1 (lowered most) to 1 (raised most); shape (height, width)."""


class Water(NamedTuple):
    """The water of sea, rivers and lakes."""

    level: NDArray[Any]
    """The height of the water's surface in metres, NaN on dry ground; shape (height, width)."""
    depth: NDArray[Any]
    """The depth of the water in metres, 0 on dry ground; shape (height, width)."""
    flow: NDArray[Any]
    """The velocity to the east and to the south in m/s, 0 on dry ground and in the sea; shape (height, width, 2)."""


class Mesh(NamedTuple):
    """Triangles in metres: x east, y up, z south."""

    vertices: NDArray[np.float32]
    """Positions relative to `origin`; shape (vertices, 3)."""
    normals: NDArray[np.float32]
    """Unit normals; shape (vertices, 3)."""
    faces: NDArray[np.uint32]
    """Indices of vertices, counter-clockwise from above; shape (triangles, 3)."""
    origin: tuple[float, float, float]
    """The position (x, 0, z) of the mesh's origin in the world: the middle of the grid."""


class Target:
    """An array that native code fills, and the array that the user gets.

    They are one array if the user's has the type and the layout that the native code needs.
    """

    def __init__(
        self,
        shape: tuple[int, ...],
        native: DTypeLike,
        dtype: DTypeLike | None,
        out: NDArray[Any] | None,
    ) -> None:
        wanted = result_type(native, dtype, out)
        if out is not None:
            _check_out(out, shape)
        self.filled: NDArray[Any]
        self._out = out
        self._dtype = wanted
        is_native = wanted == np.dtype(native)
        if out is not None and is_native and out.flags.c_contiguous and out.flags.aligned:
            self.filled = out
        else:
            self.filled = np.empty(shape, native)

    def result(self) -> NDArray[Any]:
        """Return the user's array."""
        if self._out is None:
            return self.filled.astype(self._dtype, copy=False)
        if self._out is not self.filled:
            np.copyto(self._out, self.filled, casting="same_kind")
        return self._out


def result_type(native: DTypeLike, dtype: DTypeLike | None, out: NDArray[Any] | None) -> np.dtype[Any]:
    """Return the type of the user's array; refuse types that cannot hold the values."""
    if out is not None and not isinstance(out, np.ndarray):
        raise TypeError(f"out: an array of numpy is needed, not {type(out).__name__}")
    if dtype is None:
        wanted = np.dtype(native) if out is None else out.dtype
    else:
        wanted = np.dtype(dtype)
        if out is not None and out.dtype != wanted:
            raise ValueError(f"dtype: {wanted} differs from the dtype of out, {out.dtype}; leave out one of them")
    if not np.can_cast(native, wanted, "same_kind"):
        kinds = "float16, float32 and float64" if np.dtype(native).kind == "f" else "uint8 and wider types"
        name = "dtype" if out is None else "out"
        raise TypeError(f"{name}: {wanted} cannot hold these values; allowed are {kinds}")
    return wanted


def _check_out(out: NDArray[Any], shape: tuple[int, ...]) -> None:
    if out.shape != shape:
        raise ValueError(f"out: its shape is {out.shape}; the shape of the result is {shape}")
    if not out.flags.writeable:
        raise ValueError("out: the array is read-only; give one that may be written")


def at_points(
    names: Sequence[str],
    axes: Sequence[ArrayLike],
    fill: Callable[[list[NDArray[np.float64]], NDArray[np.float64]], None],
) -> Any:
    """Return values at points whose coordinates are broadcast against each other."""
    try:
        positions = [np.asarray(axis, np.float64) for axis in axes]
    except (TypeError, ValueError) as error:
        raise TypeError(f"{' and '.join(names)}: positions must be numbers ({error})") from None
    try:
        points = np.broadcast_arrays(*positions)
    except ValueError:
        shapes = ", ".join(str(axis.shape) for axis in positions)
        raise ValueError(f"{' and '.join(names)}: the shapes {shapes} cannot be broadcast together") from None
    values = np.empty(points[0].size, np.float64)
    fill([np.require(axis, np.float64, ["C", "A"]).ravel() for axis in points], values)
    return values.reshape(points[0].shape)[()]
