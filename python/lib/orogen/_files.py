"""Writes arrays with coordinates to Zarr and to cloud-optimised GeoTIFFs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from orogen._lazy import _missing

if TYPE_CHECKING:
    import xarray as xr

_BLOCK = 512
"""The width and height of a block of a GeoTIFF in pixels."""


def to_zarr(array: xr.DataArray, store: Any, *, overwrite: bool = False) -> None:
    """Write an array of `Land.xarray` to a Zarr store, with its coordinates.

    Chunks of a lazy array are sampled and written by Dask's workers. If a worker dies, others do its part.

    Parameters
    ----------
    array
        The array. Its chunks become those of the store.
    store
        A folder, or anything that ``xarray.DataArray.to_zarr`` writes to.
    overwrite
        True to replace a store that is there.

    Raises
    ------
    FileExistsError
        The store is there.
    """
    if isinstance(store, (str, os.PathLike)) and os.path.exists(store) and not overwrite:
        raise FileExistsError(f"`{os.fspath(store)}` already exists; choose another name, or pass overwrite=True")
    array.to_zarr(store, mode="w" if overwrite else "w-")


def to_cog(array: xr.DataArray, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
    """Write an array of `Land.xarray` to a cloud-optimised GeoTIFF, with its place in metres.

    Rows of chunks are computed one after the other, so memory holds a row of chunks. The file is compressed
    without loss and has overviews. It takes its name only when it is complete.

    Parameters
    ----------
    array
        The array with dimensions (y, x) or (y, x, bands).
    path
        The file.
    overwrite
        True to replace a file that is there.

    Raises
    ------
    FileExistsError
        The file is there.
    """
    import tempfile

    try:
        import rasterio
        import rasterio.shutil
    except ImportError:
        raise _missing("rasterio", "geotiff") from None
    path = os.fspath(path)
    if os.path.exists(path) and not overwrite:
        raise FileExistsError(f"`{path}` already exists; choose another name, or pass overwrite=True")
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise FileNotFoundError(f"there is no folder `{folder}`; create it first")
    with tempfile.TemporaryDirectory(dir=folder, prefix=".orogen-") as scratch:
        plain, finished = os.path.join(scratch, "plain.tif"), os.path.join(scratch, "cog.tif")
        with rasterio.open(plain, "w", **_profile(array)) as file:
            file.update_tags(**{name: str(value) for name, value in array.attrs.items()})
            for band, name in enumerate(_bands(array), 1):
                file.set_band_description(band, name)
            _write_rows(array, file)
        choices = {"compress": "deflate", "predictor": "yes", "bigtiff": "if_safer", "blocksize": _BLOCK}
        rasterio.shutil.copy(plain, finished, driver="COG", overview_resampling="average", **choices)
        os.replace(finished, path)


def _profile(array: xr.DataArray) -> dict[str, Any]:
    if array.ndim not in (2, 3) or array.dims[:2] != ("y", "x"):
        raise ValueError(f"an array of `Land.xarray` has the dimensions (y, x, …), not {array.dims}")
    height, width = array.shape[:2]
    if height < 2 or width < 2:
        raise ValueError(f"a GeoTIFF needs two rows and two columns, not the shape {array.shape}")
    x, y = array["x"].values, array["y"].values
    across, down = (x[-1] - x[0]) / (width - 1), (y[-1] - y[0]) / (height - 1)
    if not across > 0.0 > down:
        raise ValueError("x must ascend and y descend, as in an array of `Land.xarray`")
    transform = (across, 0.0, x[0] - 0.5 * across, 0.0, down, y[0] - 0.5 * down)
    is_float = np.issubdtype(array.dtype, np.floating)
    return {
        "driver": "GTiff",
        "width": width,
        "height": height,
        "count": len(_bands(array)),
        "dtype": np.promote_types(array.dtype, np.float32) if is_float else array.dtype,
        "transform": transform,
        "nodata": np.nan if is_float else None,
        "tiled": True,
        "blockxsize": _BLOCK,
        "blockysize": _BLOCK,
        "bigtiff": "if_safer",
    }


def _bands(array: xr.DataArray) -> list[str]:
    if array.ndim == 2:
        return [str(array.name or "values")]
    return [str(name) for name in array[array.dims[2]].values]


def _write_rows(array: xr.DataArray, file: Any) -> None:
    from rasterio.windows import Window

    height, width = array.shape[:2]
    rows = array.chunksizes.get("y") or [_BLOCK] * -(-height // _BLOCK)
    top = 0
    for count in rows:
        values = np.asarray(array[top : top + count].values)
        bands = values[np.newaxis] if values.ndim == 2 else np.moveaxis(values, 2, 0)
        file.write(bands.astype(file.dtypes[0], copy=False), window=Window(0, top, width, len(values)))
        top += count
