"""The package as a whole: import, documentation, examples."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import orogen

ROOT = Path(__file__).parent.parent


def test_the_import_is_quick() -> None:
    script = (
        "import time, numpy, sys; start = time.process_time(); import orogen; "
        "print(1000 * (time.process_time() - start)); print(*sorted(sys.modules))"
    )

    def run() -> tuple[float, set[str]]:
        printed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
        milliseconds, modules = printed.splitlines()
        return float(milliseconds), set(modules.split())

    runs = [run() for _ in range(9)]
    assert not {"dask", "xarray", "rasterio", "pandas", "tempfile"} & runs[0][1]
    # Processor time, so that a busy machine does not count.
    assert min(milliseconds for milliseconds, _ in runs) < 20.0


def test_everything_public_is_documented() -> None:
    for name in orogen.__all__:
        thing: Any = getattr(orogen, name)
        if not (inspect.isclass(thing) or inspect.isfunction(thing)):
            continue
        assert thing.__doc__, name
        for member, value in inspect.getmembers(thing):
            is_own = (getattr(value, "__module__", None) or "orogen").startswith("orogen")
            if not member.startswith("_") and is_own and (inspect.isfunction(value) or isinstance(value, property)):
                assert value.__doc__, f"{name}.{member}"
    shaped = ("heights", "normals", "slopes", "erosion", "materials", "colours", "water", "mesh", "dask", "xarray", "at")
    for name in shaped:
        text = getattr(orogen.Land, name).__doc__
        assert "shape" in text.lower() or "dimensions" in text.lower(), name


def examples(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_examples_of_the_readme_run(tmp_path: Path, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    monkeypatch.chdir(tmp_path)
    blocks = examples("README.md")
    exec(compile(blocks[number], f"README.md, example {number + 1}", "exec"), {})
    pictures = [file.name for file in tmp_path.iterdir()]
    assert pictures, "each example writes a picture"
    for picture in pictures:
        assert (ROOT / "pictures" / picture).exists() or picture.endswith(".tif"), picture


def test_the_course_runs(tmp_path: Path) -> None:
    pytest.importorskip("nbconvert")
    line = [sys.executable, "-m", "jupyter", "nbconvert", "--to", "notebook", "--execute"]
    notebook = ROOT / "course.ipynb"
    environment = {**os.environ, "MPLBACKEND": "module://matplotlib_inline.backend_inline"}
    out = ["--output-dir", str(tmp_path), "--output", "course.ipynb"]
    subprocess.run([*line, *out, str(notebook)], check=True, env=environment)
    assert (tmp_path / "course.ipynb").read_text().count("image/png") >= 5
