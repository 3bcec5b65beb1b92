"""Lands as lazy arrays of Dask, and as xarrays with coordinates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from orogen._quantities import Quantity, check_type, quantity_of, sample

if TYPE_CHECKING:
    import dask.array as da
    import xarray as xr
    from numpy.typing import DTypeLike, NDArray

    from orogen._grid import Grid
    from orogen._land import Land


def dask_array(
    land: Land,
    grid: Grid,
    quantity: str,
    chunks: int | tuple[int, int],
    sea: str,
    filter: bool,
    dtype: DTypeLike | None,
) -> da.Array:
    """Return a lazy array of a quantity (see `Land.dask`)."""
    try:
        import dask
        import dask.array as da
        from dask.base import tokenize
    except ImportError:
        raise _missing("dask", "lazy") from None
    row = quantity_of(quantity)
    wanted = check_type(row, dtype)
    _check_sea(sea)
    pieces = da.core.normalize_chunks(chunks, shape=grid.shape, dtype=wanted)
    pieces += tuple((length,) for length in row.values)
    # Later edits of the land must not change the array. One task holds the land, so that it travels to
    # each worker once.
    land = land.copy()
    token = tokenize(land, grid, quantity, pieces, sea, filter, wanted)
    shared = dask.delayed(land, name=f"land-{token}", traverse=False)
    import numpy as np

    array: da.Array = da.map_blocks(
        _block,
        land=shared,
        grid=grid,
        quantity=row,
        choices=(sea, filter, wanted),
        name=f"{quantity}-{token}",
        chunks=pieces,
        dtype=wanted,
        meta=np.empty((0,) * len(pieces), wanted),
    )
    return array


def _block(
    *,
    land: Land,
    grid: Grid,
    quantity: Quantity,
    choices: tuple[str, bool, Any],
    block_info: dict[Any, Any],
) -> NDArray[Any]:
    """Sample one chunk."""
    (top, bottom), (left, right), *_ = block_info[None]["array-location"]
    return sample(land, grid[top:bottom, left:right], quantity, *choices)


def data_array(
    land: Land,
    grid: Grid,
    quantity: str,
    chunks: int | tuple[int, int] | None,
    sea: str,
    filter: bool,
    dtype: DTypeLike | None,
) -> xr.DataArray:
    """Return an array of a quantity with coordinates (see `Land.xarray`)."""
    try:
        import xarray as xr
    except ImportError:
        raise _missing("xarray", "lazy") from None
    row = quantity_of(quantity)
    _check_sea(sea)
    values: Any
    if chunks is None:
        values = sample(land, grid, row, sea, filter, check_type(row, dtype))
    else:
        values = dask_array(land, grid, quantity, chunks, sea, filter, dtype)
    metres = {"units": "m"}
    coordinates: dict[str, Any] = {
        "y": ("y", grid.y, {**metres, "long_name": "north of the origin"}),
        "x": ("x", grid.x, {**metres, "long_name": "east of the origin"}),
        "z": ("y", grid.z, {**metres, "long_name": "south of the origin"}),
    }
    dimensions = ["y", "x"]
    if row.axis is not None:
        name, names = row.axis
        dimensions.append(name)
        coordinates[name] = list(names)
    attributes = {"long_name": row.doc, "units": row.unit or "1", "orogen": land.code}
    return xr.DataArray(values, coordinates, dimensions, name=quantity, attrs=attributes)


def _check_sea(sea: str) -> None:
    if sea not in ("bed", "clamp"):
        raise ValueError(f"sea: {sea!r} is not allowed; give 'bed' (the ground) or 'clamp' (the water's surface)")


def _missing(package: str, extra: str) -> ImportError:
    return ImportError(f"{package} is not installed; run: pip install 'orogen[{extra}]'")
