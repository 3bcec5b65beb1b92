"""Heights have the bits of exports, in any window, type and array."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import orogen


def floats(path: Path, size: int) -> np.ndarray:
    return np.fromfile(path, "<f4").reshape(size, size)


@pytest.mark.parametrize("preset", ["alps", "brooks", "volcano", "rolling-hills", "sand-sea"])
@pytest.mark.parametrize(("area", "size"), [((0.0, 0.0, 2048.0), 129), ((13.7, -3.1, 999.0), 66)])
@pytest.mark.parametrize("sea", ["bed", "clamp"])
def test_heights_are_those_of_an_export(
    program: Callable[..., str], tmp_path: Path, preset: str, area: Any, size: int, sea: Any
) -> None:
    out = tmp_path / "land.r32"
    place = ",".join(map(str, area))
    program("export", preset, "--out", out, f"--area={place}", "--size", size, "--sea", sea)
    heights = orogen.Land.from_preset(preset).heights(area=area, size=size, sea=sea)
    assert heights.dtype == np.float32 and heights.flags.c_contiguous
    np.testing.assert_array_equal(heights.view("u4"), floats(out, size).view("u4"))


def test_filtered_heights_are_those_of_an_export(
    program: Callable[..., str], tmp_path: Path, land: orogen.Land
) -> None:
    out = tmp_path / "land.r32"
    program("export", "alps", "--out", out, "--area=0,0,8192", "--size", 65, "--filter", "resolution")
    filtered = land.heights(area=(0, 0, 8192), size=65, filter=True)
    np.testing.assert_array_equal(filtered.view("u4"), floats(out, 65).view("u4"))
    assert (filtered != land.heights(area=(0, 0, 8192), size=65)).any()


def test_points_and_float64_are_those_of_sample(
    program: Callable[..., str], tmp_path: Path, land: orogen.Land
) -> None:
    x, z = np.array([0.0, 12.5, -1000.25, 1e6]), np.array([3.0, -7.75, 0.1, -2e6])
    points = tmp_path / "points.csv"
    points.write_text("".join(f"{a},{b}\n" for a, b in zip(x, z, strict=True)))
    printed = np.array(program("sample", "--recipe", "alps", points).split(), float)
    np.testing.assert_array_equal(land.at(x, z) + 0.0, printed)
    one = land.at(12.5, -7.75)
    assert np.isscalar(one) and one == printed[1]
    precise = land.heights(-3.0, 5.0, 7, 9, 0.3, dtype="float64")
    grid = orogen.Grid.window(-3.0, 5.0, 7, 9, 0.3)
    np.testing.assert_array_equal(precise, land.at(grid.x, grid.z[:, None]))
    assert np.isnan(land.at([0.0, np.nan], 1.0)).tolist() == [False, True]
    assert land.at(np.zeros((3, 0)), 1.0).shape == (3, 0)
    misaligned = np.frombuffer(b"." + x.tobytes(), np.float64, offset=1)
    np.testing.assert_array_equal(land.at(misaligned, z[::-1]), land.at(x, z[::-1].copy()))


def test_rows_run_south_and_columns_east(land: orogen.Land) -> None:
    grid = land.grid(100.0, -50.0, 5, 3, 2.0)
    assert grid.shape == (3, 5) and land.heights(grid).shape == (3, 5)
    assert grid.x.tolist() == [100, 102, 104, 106, 108] and grid.z.tolist() == [-50, -48, -46]
    assert grid.y.tolist() == [50, 48, 46]
    precise = land.heights(grid, dtype=np.float64)
    assert precise[0, 4] == land.at(108.0, -50.0) and precise[2, 0] == land.at(100.0, -46.0)
    assert land.spacing == land.grid(0, 0, 2, 2).spacing
    assert land.heights(size=3).shape == (3, 3)
    assert eval(repr(grid), {"Grid": orogen.Grid}) == grid == pickle.loads(pickle.dumps(grid)) != grid[:2, :]
    assert hash(grid) == hash(grid[:, :])


@pytest.mark.parametrize("preset", ["alps", "brooks", "dunes"])
def test_parts_of_a_grid_fit_together(preset: str) -> None:
    land = orogen.Land.from_preset(preset)
    grid = land.grid(area=(7.0, 11.0, 777.0), size=150)
    whole = land.heights(grid)
    parts = [[land.heights(grid[r : r + 64, c : c + 50]) for c in (0, 50, 100)] for r in (0, 64, 128)]
    np.testing.assert_array_equal(np.block(parts), whole)
    np.testing.assert_array_equal(grid[40:80, 10:][5:9, -3:].x, grid.x[-3:])


def test_out_and_dtype(land: orogen.Land) -> None:
    window: Any = (0, 0, 40, 30, 2.0)
    plain = land.heights(*window)
    out = np.empty((30, 40), np.float32)
    assert land.heights(*window, out=out) is out
    np.testing.assert_array_equal(out, plain)
    misaligned = np.frombuffer(bytearray(1 + 4 * 30 * 40), np.float32, offset=1).reshape(30, 40)
    for strided in (np.empty((40, 30), np.float32).T, np.empty((60, 80), ">f4")[::2, ::2], misaligned):
        assert land.heights(*window, out=strided) is strided
        np.testing.assert_array_equal(strided, plain)
    doubles = np.empty((30, 40))
    land.heights(*window, out=doubles)
    np.testing.assert_array_equal(doubles, land.heights(*window, dtype="f8"))
    assert (doubles != plain).any() and np.allclose(doubles, plain, atol=0.05)
    halves = land.heights(*window, dtype=np.float16)
    np.testing.assert_array_equal(halves, plain.astype(np.float16))
    level, depth, flow = (np.empty(shape, np.float32) for shape in ((30, 40), (30, 40), (30, 40, 2)))
    assert land.water(*window, out=(level, depth, flow)).flow is flow


WRONG: list[tuple[Callable[[orogen.Land], object], type[Exception], str]] = [
    (lambda land: land.heights(0, 0, 0, 5), ValueError, "width: 0 is not allowed; give a whole number from 1"),
    (lambda land: land.heights(0, 0, 2.5, 5), TypeError, "width: 2.5 is not a whole number"),
    (lambda land: land.heights(0, 0, 5), TypeError, "a window is x0, z0, width, height"),
    (lambda land: land.heights(0, 0, 5, 5, -1.0), ValueError, "spacing: -1.0 is not allowed"),
    (lambda land: land.heights(0, 0, 5, 5, np.nan), ValueError, "spacing: nan is not allowed"),
    (lambda land: land.heights(0, 0, 5, 5, size=7), TypeError, "leave out either"),
    (lambda land: land.heights(size=1), ValueError, "size: 1 is not allowed; give a whole number from 2"),
    (lambda land: land.heights(area=(0, 0)), TypeError, "is not (x, z, side)"),
    (lambda land: land.heights(area=(0, 0, 0), size=9), ValueError, "a side of 0.0 is not allowed"),
    (lambda land: land.heights(2e12, 0, 5, 5), ValueError, "allowed are -1e12 to 1e12 m"),
    (lambda land: land.heights(np.nan, 0, 5, 5), ValueError, "x = NaN is out of range"),
    (lambda land: land.heights(9e11, 0, 5, 5, 1e-6), ValueError, "x does not ascend"),
    (lambda land: land.heights(0, 0, 5, 5, sea="sky"), ValueError, "'bed' (the ground) or 'clamp'"),
    (lambda land: land.heights(0, 0, 5, 5, dtype="int32"), TypeError, "allowed are float16, float32 and float64"),
    (lambda land: land.heights(0, 0, 5, 5, out=[1]), TypeError, "an array of numpy is needed, not list"),
    (lambda land: land.heights(0, 0, 5, 5, out=np.empty((5, 4), "f4")), ValueError, "its shape is (5, 4)"),
    (lambda land: land.heights(0, 0, 5, 5, dtype="f8", out=np.empty((5, 5), "f4")), ValueError, "differs from"),
    (lambda land: land.heights(0, 0, 5, 5, out=np.broadcast_to(np.float32(0), (5, 5))), ValueError, "read-only"),
    (lambda land: land.erosion(0, 0, 5, 5, out=[np.empty((5, 5), "f4")]), ValueError, "2 arrays are needed, not 1"),
    (lambda land: land.mesh(0, 0, 1, 5), ValueError, "a mesh needs two rows and two columns"),
    (lambda land: land.at([0, 1], [0, 1, 2]), ValueError, "cannot be broadcast together"),
    (lambda land: land.at("east", 0), TypeError, "positions must be numbers"),
    (lambda land: land.at(1e300, 0), ValueError, "x = 1000000000000000"),
    (lambda land: land.trace(np.inf, 0), ValueError, "two finite coordinates"),
    (lambda land: land.grid(0, 0, 8, 8)[::2, :], ValueError, "every row and column"),
    (lambda land: land.grid(0, 0, 8, 8)[3], TypeError, "grid[rows, columns]"),
    (lambda land: land.grid(0, 0, 8, 8)[5:5, :], ValueError, "is empty"),
]


@pytest.mark.parametrize(("call", "error", "words"), WRONG, ids=[words for *_, words in WRONG])
def test_wrong_arguments_are_refused(
    land: orogen.Land, call: Callable[[orogen.Land], object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error) as caught:
        call(land)
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_a_window_off_bounded_land_is_refused() -> None:
    land = orogen.Land(**{"world.bounded": True})
    low, high = land.bounds or (0.0, 0.0)
    side = high - low
    assert land.heights(area=(0.0, 0.0, side), size=9).shape == (9, 9)
    with pytest.raises(ValueError, match=r"leaves the land, which reaches from -\d+ to \d+ m"):
        land.heights(low - 1.0, low, 9, 9, 1.0)
    assert orogen.Land(**{"world.bounded": False}).bounds is None
