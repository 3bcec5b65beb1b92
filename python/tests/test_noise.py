"""Noises equal those of the command line."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import orogen


def printed(program: Callable[..., str], folder: Path, points: np.ndarray, *options: str) -> np.ndarray:
    file = folder / "points.csv"
    file.write_text("".join(",".join(map(repr, map(float, point))) + "\n" for point in points))
    return np.array(program("sample", *options, file).split(), float)


@pytest.mark.parametrize("basis", list(orogen.BASES))
def test_every_basis_equals_that_of_orogen_sample(program: Callable[..., str], tmp_path: Path, basis: str) -> None:
    row, random = orogen.BASES[basis], np.random.default_rng(3)
    assert row.doc.endswith(".")
    for dimensions in range(row.min_dimensions, min(row.max_dimensions, 4) + 1):
        points = random.uniform(-40, 40, (50, dimensions))
        noise = orogen.noise(basis, octaves=3, seed="x")
        values = printed(program, tmp_path, points, "--basis", basis, "--fractal", "fbm", "--octaves", "3", "--seed", "x")
        np.testing.assert_array_equal(noise.at(*points.T) + 0.0, values)
    if row.min_dimensions <= 2 <= row.max_dimensions:
        noise = orogen.noise(basis, seed=5)
        grid = noise.grid(70, 40, frequency=1 / 16, x0=-30, y0=7)
        assert grid.dtype == np.float32 and grid.shape == (40, 70)
        x, y = (np.arange(70) - 30) / 16, (np.arange(40)[:, None] + 7) / 16
        exact = noise.at(x, y)
        differs = np.abs(grid - exact) > 3e-5 * max(1.0, np.ptp(exact))
        assert differs.mean() <= 0.002, "only samples on an edge may differ"


CHOICES: list[tuple[dict[str, Any], list[str]]] = [
    ({"fractal": "ridged", "octaves": 4.5, "gain": 0.6, "lacunarity": 2.1, "offset": 0.9},
     ["--fractal", "ridged", "--octaves", "4.5", "--gain", "0.6", "--lacunarity", "2.1", "--offset", "0.9"]),
    ({"permutation": "reference", "gradients": "12", "fade": "cubic"}, ["--permutation", "reference"]),
    ({"octaves": 2, "rotate": True, "octave_seeds": True, "normalise": "off"},
     ["--fractal", "fbm", "--octaves", "2", "--rotate", "on", "--octave-seeds", "on", "--normalise", "off"]),
    ({"warp": (0.5, 2.0, 2), "fade": (0.1, 0.5, 0.9)}, ["--warp", "0.5,2,2", "--fade", "custom:0.1,0.5,0.9"]),
    ({"period": 8}, ["--period", "8,8"]),
    ({"period": (4, 6), "octaves": 3}, ["--period", "4,6", "--fractal", "fbm", "--octaves", "3"]),
]


@pytest.mark.parametrize(("choices", "options"), CHOICES)
def test_choices_act_like_flags_of_orogen_sample(
    program: Callable[..., str], tmp_path: Path, choices: dict[str, Any], options: list[str]
) -> None:
    names = {key: choices[key] for key in ("gradients", "fade") if isinstance(choices.get(key), str)}
    options = options + [text for key, name in names.items() for text in (f"--{key}", name)]
    points = np.random.default_rng(1).uniform(-9, 9, (40, 2))
    noise = orogen.noise("perlin", **choices)
    np.testing.assert_array_equal(
        noise.at(*points.T) + 0.0, printed(program, tmp_path, points, "--basis", "perlin", *options)
    )
    assert pickle.loads(pickle.dumps(noise)) == noise and eval(repr(noise)) == noise


def test_a_permutation_table_is_accepted(program: Callable[..., str], tmp_path: Path) -> None:
    table = np.random.default_rng(2).permutation(256)
    (tmp_path / "table.txt").write_text(" ".join(map(str, table)))
    points = np.random.default_rng(1).uniform(-9, 9, (20, 2))
    noise = orogen.noise("perlin", permutation=table)
    option = f"file:{tmp_path / 'table.txt'}"
    np.testing.assert_array_equal(
        noise.at(*points.T) + 0.0, printed(program, tmp_path, points, "--basis", "perlin", "--permutation", option)
    )


def test_shapes_and_types() -> None:
    noise = orogen.noise("perlin", octaves=6, seed="x")
    assert noise.at(0.5).shape == () and noise.at(np.zeros((2, 3)), np.zeros(3)).shape == (2, 3)
    out = np.empty((20, 30), np.float32)
    assert noise.grid(30, 20, frequency=0.1, out=out) is out
    np.testing.assert_array_equal(noise.grid(30, 20, frequency=0.1, dtype="f8"), out.astype("f8"))
    big = noise.grid(300, 200, frequency=0.01)
    np.testing.assert_array_equal(noise.grid(50, 60, frequency=0.01, x0=100, y0=70), big[70:130, 100:150])
    smooth = noise.grid(300, 200, frequency=0.01, band_limit=64.0)
    assert np.abs(np.diff(smooth)).max() < np.abs(np.diff(big)).max()
    trace = noise.trace(1.5, 2.25)
    assert trace["value"] == noise.at(1.5, 2.25) and "octave" in str(trace)


WRONG: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: orogen.noise("perlim"), ValueError, "did you mean `perlin`?"),
    (lambda: orogen.noise("perlin", octaves=99), ValueError, "octaves must be 1 to 32, not 99"),
    (lambda: orogen.noise("perlin", octaves="many"), TypeError, "octaves: 'many' is not a number"),
    (lambda: orogen.noise("perlin", fractal="ridge"), ValueError, "did you mean `ridged`?"),
    (lambda: orogen.noise("perlin", permutation=[1, 2]), ValueError, "each of the numbers 0 to 255 once"),
    (lambda: orogen.noise("perlin", period=8, octaves=2, lacunarity=2.5), ValueError, "needs a lacunarity"),
    (lambda: orogen.noise("perlin", warp=(1, 2)), TypeError, "(strength, frequency, times)"),
    (lambda: orogen.noise("perlin").at(), TypeError, "a coordinate for each dimension"),
    (lambda: orogen.noise("simplex").at(1.0), ValueError, "simplex noise has 2 to"),
    (lambda: orogen.noise("perlin").at(np.inf, 0), ValueError, "allowed are -2**53 to 2**53"),
    (lambda: orogen.noise("perlin").grid(0, 4), ValueError, "width: 0 is not allowed"),
    (lambda: orogen.noise("perlin").grid(4, 4, frequency=0.0), ValueError, "frequency: 0 is not allowed"),
    (lambda: orogen.noise("perlin").grid(4, 4, x0=2.0**53), ValueError, "allowed are -2**53 to 2**53"),
    (lambda: orogen.noise("perlin").grid(4, 4, band_limit=-1), ValueError, "band_limit: -1 is not allowed"),
]


@pytest.mark.parametrize(("call", "error", "words"), WRONG, ids=[words for *_, words in WRONG])
def test_wrong_arguments_are_refused(call: Callable[[], object], error: type[Exception], words: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert words in str(caught.value)
