"""Lands as mappings of parameters, and ways to open and save them."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import orogen


def test_every_parameter_of_every_preset_can_be_read_and_set() -> None:
    for preset in orogen.PRESETS:
        land = orogen.Land.from_preset(preset)
        same = land.copy()
        assert len(land) == len(list(land)) > 50
        for key in land:
            same[key] = land[key]
            parameter = land.describe(key)
            assert parameter.doc and parameter.allowed and parameter.value == land[key]
        assert same == land, preset


def test_values_of_python_and_numpy() -> None:
    land = orogen.Land.from_preset("course")
    for value in (0.4, np.float32(0.25), np.float64(1e-7), np.array(0.3), 1, np.int16(0), "0.5", "50%"):
        land["fractal.gain"] = value
        expected = 0.5 if value == "0.5" else None if value == "50%" else float(value)
        assert expected is None or land["fractal.gain"] == expected
    for truth in (True, np.bool_(False), "on", False):
        land["erosion.on"] = truth
        assert land["erosion.on"] is (truth in (True, "on"))
    land["world.sea_level_m"] = "25 ft"
    assert land["world.sea_level_m"] == pytest.approx(7.62)
    colour = next(key for key in land if isinstance(land[key], tuple) and len(land[key]) == 3)
    land[colour] = np.array([0.25, 0.5, 1.0])
    assert land[colour] == (0.25, 0.5, 1.0)
    land["world.seed"] = 7
    assert land["world.seed"] == "7" and "fractal.gain" in land and "fractal.gian" not in land
    assert land.get("fractal.gian", 3) == 3


WRONG: list[tuple[str, Any, type[Exception], str]] = [
    ("fractal.gian", 1, orogen.UnknownKeyError, "did you mean `fractal.gain`?"),
    ("fractal.gain", 9, ValueError, "allowed is a number from"),
    ("fractal.gain", "much", ValueError, "`much` is not a number"),
    ("fractal.gain", np.nan, ValueError, "NaN is not a finite number"),
    ("fractal.gain", None, TypeError, "None is of the wrong type"),
    ("fractal.gain", np.zeros((2, 2, 2)), TypeError, "is of the wrong type"),
    ("fractal.octaves", {}, ValueError, "fractal.octaves"),
    ("noise.basis", "perlim", ValueError, "did you mean `perlin`?"),
    ("layer.99.opacity", 1, orogen.UnknownKeyError, "the numbers are"),
]


@pytest.mark.parametrize(("key", "value", "error", "words"), WRONG)
def test_wrong_values_are_refused_and_change_nothing(key: str, value: Any, error: type[Exception], words: str) -> None:
    land = orogen.Land.from_preset("course")
    before = land.copy()
    with pytest.raises(error) as caught:
        land.update({"world.sea_level_m": 3.0, key: value})
    assert words in str(caught.value) and not str(caught.value).startswith(("'", '"'))
    assert land == before
    if error is orogen.UnknownKeyError:
        with pytest.raises(KeyError):
            land[key]


def test_sources_of_lands(program: Callable[..., str], tmp_path: Path) -> None:
    land = orogen.Land.from_preset("alps", seed="x", **{"world.sea_level_m": 12})
    assert land["world.seed"] == "x" and land["world.sea_level_m"] == 12.0
    assert orogen.Land.from_code(land.code) == land
    assert orogen.Land.from_toml(land.to_toml()) == land == orogen.Land.from_toml(land.to_toml(explained=True))
    assert repr(land) == f"Land.from_code({land.code!r})"
    (tmp_path / "land.toml").write_text(land.to_toml())
    assert orogen.Land.open(tmp_path / "land.toml") == land
    program("export", "alps", "--seed", "x", "--set", "world.sea_level_m=12", "--size", 33, "--out", tmp_path / "a.png")
    assert orogen.Land.open(tmp_path / "a.png") == land
    assert orogen.Land() == orogen.Land.from_toml(orogen.Land().to_toml())
    original = orogen.Land.from_preset("alps", version=1)
    assert original != orogen.Land.from_preset("alps") and original != 5
    plain, graded = (orogen.Land.from_preset("alps", version=version) for version in (2, 3))
    assert (plain["rivers.variety"], graded["rivers.variety"]) == (0.0, 1.0)
    assert graded == orogen.Land.from_preset("alps")
    with pytest.raises(TypeError, match="unhashable"):
        hash(land)


SOURCES: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: orogen.Land.from_preset("alpz"), ValueError, "did you mean `alps`?"),
    (lambda: orogen.Land.from_preset("moon", version=1), ValueError, "has no version 1"),
    (lambda: orogen.Land.from_preset("alps", version=9), ValueError, "allowed are 1 to 3"),
    (lambda: orogen.Land.from_code("hello"), ValueError, "orogen1-"),
    (lambda: orogen.Land.from_toml("[fractal]\noctaves = 99"), ValueError, "line 2, column 11"),
    (lambda: orogen.Land.open("none.toml"), FileNotFoundError, "none.toml"),
    (lambda: orogen.Land.open("/dev/zero"), OSError, "/dev/zero"),
    (lambda: orogen.set_threads(5000), ValueError, "allowed are 0 to 1024"),
]


@pytest.mark.parametrize(("call", "error", "words"), SOURCES, ids=[words for *_, words in SOURCES])
def test_wrong_sources_are_refused(call: Callable[[], object], error: type[Exception], words: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert words in str(caught.value)


def test_lands_are_copied_and_pickled(land: orogen.Land) -> None:
    changed = copy.deepcopy(land)
    changed["world.seed"] = "other"
    assert changed != land and land["world.seed"] != "other"
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(changed, protocol))
        assert again == changed
        np.testing.assert_array_equal(again.heights(size=9), changed.heights(size=9))


def test_a_land_pickles_with_its_heightmaps(map_recipe: Path) -> None:
    import subprocess
    import sys

    land = orogen.Land.open(map_recipe)
    heights = land.heights(-800, -600, 64, 48, 25.0)
    assert np.ptp(heights) > 50.0
    data = pickle.dumps(land)
    assert len(data) > 4 * 300 * 400
    # Another process knows no samples, and finds no file.
    map_recipe.with_name("map.r32").unlink()
    script = "import pickle, sys; print(pickle.load(sys.stdin.buffer).heights(-800, -600, 64, 48, 25.0).tobytes().hex())"
    run = subprocess.run([sys.executable, "-W", "error", "-c", script], input=data, capture_output=True, check=True)
    assert bytes.fromhex(run.stdout.decode()) == heights.tobytes()
    # A recipe without its samples is a land without that layer, with a warning.
    script = f"import orogen; print(orogen.Land.open({str(map_recipe)!r}).heights(0, 0, 2, 2).any())"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert b"map.r32" in run.stderr and b"is ignored" in run.stderr
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert orogen.Land.from_toml(land.to_toml()) == land
