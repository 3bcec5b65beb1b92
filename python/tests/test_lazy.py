"""Lazy arrays, coordinates, Zarr and GeoTIFFs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import orogen

da = pytest.importorskip("dask.array")
xr = pytest.importorskip("xarray")

WINDOW: Any = (-300.5, 41.0, 130, 90, 3.0)


@pytest.mark.parametrize("quantity", list(orogen.QUANTITIES))
def test_every_quantity_has_the_same_bits_in_chunks(brooks: orogen.Land, quantity: str) -> None:
    lazy = brooks.dask(*WINDOW, quantity=quantity, chunks=(40, 64))
    row = orogen.QUANTITIES[quantity]
    whole = getattr(brooks, row.method)(*WINDOW)
    whole = whole if row.field is None else getattr(whole, row.field)
    assert isinstance(lazy, da.Array) and lazy.shape == whole.shape and lazy.dtype == whole.dtype
    assert lazy.chunks[:2] == ((40, 40, 10), (64, 64, 2)) and len(lazy.chunks) == whole.ndim
    np.testing.assert_array_equal(lazy.compute(scheduler="threads"), whole)
    np.testing.assert_array_equal(lazy[50:60, 60:70].compute(scheduler="synchronous"), whole[50:60, 60:70])


def test_a_lazy_array_keeps_its_land() -> None:
    land = orogen.Land.from_preset("alps")
    expected = land.heights(*WINDOW)
    lazy = land.dask(*WINDOW)
    same = land.dask(*WINDOW)
    land["world.seed"] = "other"
    other = land.dask(*WINDOW)
    assert lazy.name == same.name != other.name
    np.testing.assert_array_equal(lazy.compute(), expected)
    assert (other.compute() != expected).any()


def test_choices_of_lazy_arrays(brooks: orogen.Land) -> None:
    lazy = brooks.dask(area=(0, 0, 4096), size=65, sea="clamp", filter=True, dtype="float64", chunks=32)
    assert lazy.dtype == np.float64
    expected = brooks.heights(area=(0, 0, 4096), size=65, sea="clamp", filter=True, dtype="float64")
    np.testing.assert_array_equal(lazy.compute(), expected)
    huge = brooks.dask(0, 0, 1_000_000, 1_000_000, 1.0, chunks=4096)
    np.testing.assert_array_equal(huge[777_777, 4095:4097].compute(), brooks.heights(4095, 777_777, 2, 1, 1.0)[0])


def test_an_xarray_has_coordinates(land: orogen.Land) -> None:
    now, lazy = land.xarray(*WINDOW), land.xarray(*WINDOW, chunks=64)
    assert now.dims == ("y", "x") and now.name == "heights" and now.attrs["units"] == "m"
    xr.testing.assert_identical(now, lazy.compute())
    assert orogen.Land.from_code(now.attrs["orogen"]) == land
    np.testing.assert_array_equal(now["y"], -now["z"])
    there = now.sel(x=-300.5 + 3 * 7, y=-(41.0 + 3 * 5))
    assert there == land.heights(*WINDOW)[5, 7]
    shares = land.xarray(*WINDOW, quantity="materials")
    np.testing.assert_array_equal(shares.sel(material="snow"), land.materials(*WINDOW)[..., 5])


def test_a_transform_is_that_of_an_exported_geotiff(
    program: Callable[..., str], tmp_path: Path, land: orogen.Land
) -> None:
    rasterio = pytest.importorskip("rasterio")
    program("export", "alps", "--area=64,-32,1024", "--size", 65, "--out", tmp_path / "a.tif")
    with rasterio.open(tmp_path / "a.tif") as file:
        assert land.transform(area=(64, -32, 1024), size=65) == pytest.approx(tuple(file.transform)[:6])
        np.testing.assert_array_equal(file.read(1), land.heights(area=(64, -32, 1024), size=65))


@pytest.mark.parametrize("chunks", [None, (70, 50)])
def test_zarr(tmp_path: Path, brooks: orogen.Land, chunks: Any) -> None:
    pytest.importorskip("zarr")
    array = brooks.xarray(*WINDOW, quantity="water_level", chunks=chunks)
    orogen.to_zarr(array, tmp_path / "a.zarr")
    with xr.open_zarr(tmp_path / "a.zarr") as store:
        np.testing.assert_array_equal(store["water_level"], brooks.water(*WINDOW).level)
        np.testing.assert_array_equal(store["x"], array["x"])
    with pytest.raises(FileExistsError, match="overwrite=True"):
        orogen.to_zarr(array, tmp_path / "a.zarr")
    orogen.to_zarr(array, tmp_path / "a.zarr", overwrite=True)


@pytest.mark.parametrize("chunks", [None, (700, 900)])
def test_cloud_optimised_geotiffs(tmp_path: Path, land: orogen.Land, chunks: Any) -> None:
    rasterio = pytest.importorskip("rasterio")
    window: Any = (100.0, -200.0, 1500, 1100, 2.0)
    array = land.xarray(*window, chunks=chunks)
    orogen.to_cog(array, tmp_path / "a.tif")
    with rasterio.open(tmp_path / "a.tif") as file:
        assert file.tags(ns="IMAGE_STRUCTURE")["LAYOUT"] == "COG" and file.overviews(1)
        assert file.block_shapes == [(512, 512)]
        assert tuple(file.transform)[:6] == pytest.approx(land.transform(*window))
        np.testing.assert_array_equal(file.read(1), land.heights(*window))
        assert file.descriptions == ("heights",) and file.tags()["units"] == "m"
    assert [file.name for file in tmp_path.iterdir()] == ["a.tif"]
    with pytest.raises(FileExistsError, match="overwrite=True"):
        orogen.to_cog(array, tmp_path / "a.tif")
    with pytest.raises(FileNotFoundError, match="create it first"):
        orogen.to_cog(array, tmp_path / "none" / "a.tif")


def test_cogs_of_several_bands(tmp_path: Path, land: orogen.Land) -> None:
    rasterio = pytest.importorskip("rasterio")
    for quantity, count in (("materials", 6), ("colours", 3)):
        path = tmp_path / f"{quantity}.tif"
        array = land.xarray(*WINDOW, quantity=quantity, chunks=50)
        orogen.to_cog(array, path)
        with rasterio.open(path) as file:
            assert file.count == count and file.descriptions == tuple(array[array.dims[2]].values)
            np.testing.assert_array_equal(np.moveaxis(file.read(), 0, 2), array)


WRONG: list[tuple[Callable[[orogen.Land], object], type[Exception], str]] = [
    (lambda land: land.dask(size=9, quantity="height"), ValueError, "allowed are heights, normals"),
    (lambda land: land.xarray(size=9, sea="sky"), ValueError, "'bed' (the ground)"),
    (lambda land: land.dask(size=9, dtype="int16"), TypeError, "allowed are float16"),
    (lambda land: orogen.to_cog(land.xarray(0, 0, 9, 1), "a.tif"), ValueError, "two rows and two columns"),
    (lambda land: orogen.to_cog(land.xarray(size=9)[::-1], "a.tif"), ValueError, "y descend"),
    (lambda land: orogen.to_cog(land.xarray(size=9).T, "a.tif"), ValueError, "the dimensions (y, x"),
]


@pytest.mark.parametrize(("call", "error", "words"), WRONG, ids=[words for *_, words in WRONG])
def test_wrong_arguments_are_refused(
    land: orogen.Land, call: Callable[[orogen.Land], object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error) as caught:
        call(land)
    assert words in str(caught.value)
