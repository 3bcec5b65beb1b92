"""Tests of the add-on in Blender as a Python module (`bpy`)."""

import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bpy
import numpy as np
import orogen
import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))
import orogen_land


@pytest.fixture
def thing() -> Iterator[Any]:
    """Return a new land of 65 × 65 vertices, added as the menu does."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    orogen_land.register()
    assert bpy.ops.mesh.orogen_land() == {"FINISHED"}
    added = bpy.context.object
    assert added.orogen_land.problem == "" and len(added.data.vertices) == 513 * 513
    added.orogen_land.resolution = 65
    wait()
    yield added
    orogen_land.unregister()


def wait() -> None:
    """Do what Blender's event loop would do soon."""
    assert bpy.app.timers.is_registered(orogen_land.rebuild_stale)
    bpy.app.timers.unregister(orogen_land.rebuild_stale)
    orogen_land.rebuild_stale()


def values(mesh: Any, name: str, field: str, count: int = 1) -> np.ndarray:
    """Return an attribute of the vertices, rows from north to south."""
    data = mesh.attributes[name].data
    found = np.empty(len(data) * count, np.float32)
    data.foreach_get(field, found)
    side = math.isqrt(len(data))
    return found.reshape((side, side) if count == 1 else (side, side, count))


def points(thing: Any) -> np.ndarray:
    """Return the places of the vertices."""
    return values(thing.data, "position", "vector", 3)


def heights_of(land: orogen.Land, **window: Any) -> np.ndarray:
    """Return heights in units of Blender."""
    return land.heights(filter=True, **window).astype(np.float64) * np.float32(0.01)


def test_the_mesh_is_the_land(thing: Any) -> None:
    """Places, faces, normals and attributes are those of the land."""
    alps = orogen.Land.from_preset("alps")
    window = {"area": (0, 0, 8000), "size": 65}
    found = points(thing)
    np.testing.assert_allclose(found[..., 2], heights_of(alps, **window), rtol=1e-6)
    corners = found[[0, 0, -1, -1], [0, -1, 0, -1], :2]
    # North-west, north-east, south-west and south-east.
    np.testing.assert_allclose(corners, [[-40, 40], [40, 40], [-40, -40], [40, -40]], rtol=1e-6)
    mesh = thing.data
    assert len(mesh.polygons) == 64 * 64 and not mesh.validate(verbose=True)
    assert min(polygon.normal.z for polygon in mesh.polygons) > 0
    shares = np.stack([values(mesh, name, "value") for name in orogen_land.SHARES], axis=-1)
    np.testing.assert_array_equal(shares, alps.materials(filter=True, **window))
    assert shares.max() > 0.9
    colours = values(mesh, "colour", "color_srgb", 4)
    np.testing.assert_allclose(colours[..., :3] * 255, alps.colours(filter=True, **window), atol=1)
    assert mesh.materials[0].name == "Orogen ground"


def test_changed_settings_change_the_mesh(thing: Any) -> None:
    """Each setting has its effect, and equal resolutions keep the vertices."""
    settings, mesh = thing.orogen_land, thing.data
    before = points(thing)
    settings.seed = "x"
    settings.parameters = "fractal.gain=0.4; world.sea_level_m=900"
    settings.surface = True
    wait()
    land = orogen.Land.from_preset("alps", seed="x", **{"fractal.gain": 0.4, "world.sea_level_m": 900})
    expected = heights_of(land, area=(0, 0, 8000), size=65, sea="clamp")
    np.testing.assert_allclose(points(thing)[..., 2], expected, rtol=1e-6)
    assert thing.data == mesh and not np.array_equal(before, points(thing))
    depth = land.water(area=(0, 0, 8000), size=65, filter=True).depth
    np.testing.assert_array_equal(values(mesh, "water_depth", "value"), depth)
    assert depth.max() > 0
    settings.source, settings.code = "code", orogen.Land.from_preset("fjords").code
    settings.seed, settings.parameters, settings.surface = "", "", False
    settings.x, settings.z, settings.size, settings.resolution = 500, -250, 3000, 33
    wait()
    fjords = orogen.Land.from_preset("fjords")
    found = points(thing)
    np.testing.assert_allclose(found[..., 2], heights_of(fjords, area=(500, -250, 3000), size=33), rtol=1e-6)
    assert len(mesh.polygons) == 32 * 32 and found[0, 0, 0] == pytest.approx(-15)


def test_a_recipe_file_is_a_land(thing: Any, tmp_path: Path) -> None:
    """A recipe's land, and an error where the file is missing."""
    settings = thing.orogen_land
    (tmp_path / "land.toml").write_text(orogen.Land.from_preset("loess").to_toml())
    settings.source, settings.file = "file", str(tmp_path / "land.toml")
    wait()
    expected = heights_of(orogen.Land.from_preset("loess"), area=(0, 0, 8000), size=65)
    np.testing.assert_allclose(points(thing)[..., 2], expected, rtol=1e-6)
    settings.file = str(tmp_path / "none.toml")
    wait()
    assert "none.toml" in settings.problem


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("parameters", "fractal.gain", "is not key=value"),
        ("parameters", "fractal.gian=1", "fractal.gain"),
        ("parameters", "fractal.gain=7", "fractal.gain"),
        ("source", "code", "orogen1-"),
    ],
)
def test_wrong_settings_keep_the_mesh_and_say_why(thing: Any, name: str, value: str, words: str) -> None:
    """A wrong setting is a line in the panel, and an error of the button."""
    before = points(thing)
    setattr(thing.orogen_land, name, value)
    wait()
    assert words in thing.orogen_land.problem
    np.testing.assert_array_equal(points(thing), before)
    with pytest.raises(RuntimeError, match=words):
        bpy.ops.mesh.orogen_land_update()
    thing.orogen_land.parameters, thing.orogen_land.source = "", "preset"
    wait()
    assert thing.orogen_land.problem == ""


def test_only_live_lands_follow_by_themselves(thing: Any) -> None:
    """Without live updates, the button makes the mesh; other objects have no button."""
    settings = thing.orogen_land
    settings.live = False
    before = points(thing)
    settings.preset = "fjords"
    assert not bpy.app.timers.is_registered(orogen_land.rebuild_stale)
    np.testing.assert_array_equal(points(thing), before)
    assert bpy.ops.mesh.orogen_land_update() == {"FINISHED"}
    assert not np.array_equal(points(thing), before)
    bpy.context.view_layer.objects.active = None
    assert not bpy.ops.mesh.orogen_land_update.poll()


def test_a_saved_land_opens_again(thing: Any, tmp_path: Path) -> None:
    """A .blend file keeps settings, mesh and attributes."""
    before = points(thing)
    thing.orogen_land.live = False
    thing.orogen_land.seed = "kept"
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "land.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "land.blend"))
    opened = bpy.data.objects["Land"]
    assert opened.orogen_land.seed == "kept" and "rock" in opened.data.attributes
    np.testing.assert_array_equal(points(opened), before)
