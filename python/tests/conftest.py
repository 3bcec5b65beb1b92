"""Fixtures: the program, lands, files."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import orogen


@pytest.fixture(scope="session")
def program() -> Callable[..., str]:
    """Run the command line and return what it prints. The variable OROGEN names the program."""
    path = shutil.which(os.environ.get("OROGEN", "orogen"))
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("the program is missing: build it, or name it in OROGEN")
        pytest.skip("the program is missing: build it, or name it in OROGEN")

    def run(*arguments: object) -> str:
        line = [path, *map(str, arguments)]
        return subprocess.run(line, check=True, capture_output=True, text=True).stdout

    return run


@pytest.fixture(scope="session")
def land() -> orogen.Land:
    """An eroded land; tests do not change it."""
    return orogen.Land.from_preset("alps")


@pytest.fixture(scope="session")
def brooks() -> orogen.Land:
    """A land with rivers; tests do not change it."""
    return orogen.Land.from_preset("brooks")


@pytest.fixture
def map_recipe(program: Callable[..., str], tmp_path: Path) -> Path:
    """A recipe with a heightmap that is too large to be in the recipe itself."""
    samples = np.random.default_rng(7).normal(0.0, 90.0, (300, 400)).astype("<f4")
    (tmp_path / "map.r32").write_bytes(samples.tobytes())
    recipe = tmp_path / "map.toml"
    program("import", tmp_path / "map.r32", "--reading", "400x300", "--spacing", 4, "--out", recipe)
    return recipe
