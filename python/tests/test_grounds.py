"""Properties of the ground equal those of exported meshes and maps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import orogen

AREA, SIZE = (-437.0, -811.0, 1000.0), 97
PLACE = "--area=-437,-811,1000"


def picture(path: Path) -> np.ndarray:
    rasterio = pytest.importorskip("rasterio")
    with rasterio.open(path) as file:
        return np.moveaxis(file.read(), 0, -1).squeeze()


@pytest.fixture(scope="module")
def maps(program: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("maps")
    program("export", "brooks", PLACE, "--size", SIZE, "--maps", "all", "--out", folder / "a.png")
    return folder


@pytest.mark.parametrize("preset", ["alps", "brooks"])
@pytest.mark.parametrize("sea", ["bed", "clamp"])
def test_a_mesh_is_that_of_an_export(program: Callable[..., str], tmp_path: Path, preset: str, sea: Any) -> None:
    out = tmp_path / "a.ply"
    program("export", preset, PLACE, "--size", SIZE, "--sea", sea, "--colour", "none", "--out", out)
    head, body = out.read_bytes().split(b"end_header\n", 1)
    assert head.count(b"property float") == 6
    count = SIZE * SIZE
    vertices = np.frombuffer(body, "<f4", 6 * count).reshape(count, 6)
    faces = np.frombuffer(body, np.dtype([("n", "u1"), ("i", "<u4", 3)]), offset=24 * count)
    mesh = orogen.Land.from_preset(preset).mesh(area=AREA, size=SIZE, sea=sea)
    # The file has y north and z up.
    np.testing.assert_array_equal(mesh.vertices, vertices[:, [0, 2, 1]] * np.float32([1, 1, -1]))
    np.testing.assert_array_equal(mesh.normals, vertices[:, [3, 5, 4]] * np.float32([1, 1, -1]))
    np.testing.assert_array_equal(mesh.faces, faces["i"])
    assert mesh.faces.dtype == np.uint32 and mesh.origin == (-437.0, 0.0, -811.0)
    a, b, c = (mesh.vertices[mesh.faces[:, i]] for i in range(3))
    assert (np.cross(b - a, c - a)[:, 1] > 0.0).all(), "counter-clockwise from above"


def test_normals_and_slopes(brooks: orogen.Land, maps: Path) -> None:
    normals, slopes = brooks.normals(area=AREA, size=SIZE), brooks.slopes(area=AREA, size=SIZE)
    assert normals.shape == (SIZE, SIZE, 3) and slopes.shape == (SIZE, SIZE)
    np.testing.assert_allclose(np.linalg.norm(normals, axis=2), 1.0, rtol=1e-6)
    np.testing.assert_allclose(np.degrees(np.arccos(normals[..., 1].astype(float))), slopes, atol=0.02)
    east, up, south = np.moveaxis(normals, 2, 0)
    coded = np.stack([east, -south, up], axis=2) * np.float32(127.5) + np.float32(128)
    np.testing.assert_array_equal(coded.astype("u1"), picture(maps / "a_normal.png"))
    steps = picture(maps / "a_slope.png").astype(int)
    assert np.abs(slopes.astype(float) / 90 * 65535 - steps).max() < 1.0


def test_erosion_materials_and_colours(brooks: orogen.Land, maps: Path) -> None:
    ridge, occlusion = brooks.erosion(area=AREA, size=SIZE)
    assert ridge.shape == occlusion.shape == (SIZE, SIZE)
    assert -1 <= ridge.min() < 0 < ridge.max() <= 1 and np.ptp(occlusion) > 0
    coded = (np.float32(32768.5) + np.float32(32767) * np.clip(ridge, -1, 1)).astype("u2")
    np.testing.assert_array_equal(coded, picture(maps / "a_ridge.png"))
    colours = brooks.colours(area=AREA, size=SIZE)
    assert colours.dtype == np.uint8
    np.testing.assert_array_equal(colours, picture(maps / "a_albedo.png"))
    materials = brooks.materials(area=AREA, size=SIZE)
    assert materials.shape == (SIZE, SIZE, len(orogen.MATERIALS))
    np.testing.assert_allclose(materials.sum(axis=2), 1.0, atol=1e-4)
    weights = picture(maps / "a_splat0.png").astype(float)
    assert np.abs(weights - 255 * materials[..., :4]).max() < 1.01
    flat = orogen.Land(**{"erosion.on": False}).erosion(size=5)
    assert not flat.ridge.any() and not flat.occlusion.any()


def test_water(brooks: orogen.Land, maps: Path) -> None:
    level, depth, flow = brooks.water(area=AREA, size=SIZE)
    wet = np.isfinite(level)
    assert 0 < wet.sum() < wet.size and flow.shape == (SIZE, SIZE, 2)
    np.testing.assert_array_equal(wet, picture(maps / "a_water.png") == 255)
    bed = brooks.heights(area=AREA, size=SIZE)
    surface = brooks.heights(area=AREA, size=SIZE, sea="clamp")
    np.testing.assert_array_equal(np.where(wet, level, bed), surface)
    np.testing.assert_allclose(depth[wet], (level - bed)[wet], atol=1e-3)
    assert not depth[~wet].any() and not flow[~wet].any() and np.hypot(*np.moveaxis(flow, 2, 0)).max() > 0.1
    sea = orogen.Land.from_preset("fjords").water(size=65)
    assert np.unique(sea.level[np.isfinite(sea.level)]).size == 1 and not sea.flow.any()


def test_the_trace_is_that_of_sample(program: Callable[..., str], land: orogen.Land) -> None:
    import json

    trace = land.trace(120.0, -40.0)
    assert trace["height_m"] == land.at(120.0, -40.0)
    line = program("sample", "--recipe", "alps", "--at", "120,-40", "--trace", "--json")
    assert trace == json.loads(line)
    assert str(trace).strip() == program("sample", "--recipe", "alps", "--at", "120,-40", "--trace").strip()
