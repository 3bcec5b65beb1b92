"""Exports write the same bytes as the command line, and refuse the same options."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import orogen

CASES: list[tuple[str, dict[str, Any], list[str]]] = [
    ("a.r16", {"range": (-2000, 4000), "sea": "clamp"}, ["--range=-2000,4000", "--sea", "clamp"]),
    ("a.r16", {"engine": "unity"}, ["--for", "unity"]),
    ("a.tif", {"filter": True}, ["--filter", "resolution"]),
    ("a.exr", {}, []),
    ("a.glb", {"levels": 1, "colour": "vertices"}, ["--levels", "1", "--colour", "vertices"]),
    ("a.stl", {"width_mm": 80, "exaggeration": 1.5}, ["--width-mm", "80", "--exaggeration", "1.5"]),
    ("a.png", {"maps": ["normal", "splat"]}, ["--maps", "normal,splat"]),
    ("a.png", {"maps": "slope", "registration": "texel"}, ["--maps", "slope", "--registration", "texel"]),
    ("a.r32", {"tiles": (2, 4), "shard": (2, 3), "overlap": False}, ["--tiles", "2x4", "--shard", "2/3", "--overlap", "0"]),
]


@pytest.mark.parametrize(("name", "choices", "flags"), CASES)
def test_files_equal_those_of_the_command_line(
    program: Callable[..., str], tmp_path: Path, land: orogen.Land, name: str, choices: dict[str, Any], flags: list[str]
) -> None:
    size = 128 if "tiles" in choices else 129
    for folder in ("ours", "theirs"):
        (tmp_path / folder).mkdir()
    report = land.export(tmp_path / "ours" / name, area=(0, 0, 1024), size=size, **choices)
    program("export", "alps", "--area=0,0,1024", "--size", size, "--out", tmp_path / "theirs" / name, *flags)
    ours, theirs = (sorted((tmp_path / folder).iterdir()) for folder in ("ours", "theirs"))
    assert [file.name for file in ours] == [file.name for file in theirs]
    assert {str(file) for file in ours if file.suffix != ".json"} == set(report.files)
    for one, other in zip(ours, theirs, strict=True):
        assert one.read_bytes() == other.read_bytes(), one.name
    assert bool(report.card) == ("engine" in choices) and report.bytes > 0


def test_plants_rivers_and_code(tmp_path: Path, brooks: orogen.Land) -> None:
    for name in ("trees.csv", "rivers.geojson", "rivers.svg"):
        report = brooks.export(tmp_path / name, area=(0, 0, 2000))
        assert report.files == [str(tmp_path / name)] and (tmp_path / name).stat().st_size == report.bytes
    orogen.Land.from_preset("course").export(tmp_path / "land.c")
    assert "double" in (tmp_path / "land.c").read_text() or "float" in (tmp_path / "land.c").read_text()


def test_progress_is_reported_and_an_exception_stops_the_export(tmp_path: Path, land: orogen.Land) -> None:
    shares: list[float] = []
    land.export(tmp_path / "a.r32", size=1025, progress=shares.append)
    assert shares == sorted(shares) and all(0.0 <= share <= 1.0 for share in shares)

    def stop(share: float) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        land.export(tmp_path / "b.r32", size=8193, progress=stop)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.r32", "a.r32.json"]


def test_files_of_other_programs_are_kept(tmp_path: Path, land: orogen.Land) -> None:
    (tmp_path / "a.r16").write_text("mine")
    with pytest.raises(FileExistsError, match="force=True"):
        land.export(tmp_path / "a.r16", size=9)
    assert (tmp_path / "a.r16").read_text() == "mine"
    land.export(tmp_path / "a.r16", size=9, force=True)
    land.export(tmp_path / "a.r16", size=17)
    assert (tmp_path / "a.r16").stat().st_size == 2 * 17 * 17
    assert orogen.Land.open(tmp_path / "a.r16") == land


WRONG: list[tuple[str, dict[str, Any], type[Exception], str]] = [
    ("a.xyz", {}, ValueError, "does not say which format it is"),
    ("none/a.png", {}, FileNotFoundError, "there is no folder"),
    ("a.png", {"size": 1}, ValueError, "allowed are 2 to 65537"),
    ("a.png", {"size": "big"}, TypeError, "size: 'big' is not a whole number from 2 to 65537"),
    ("a.png", {"format": "pmg"}, ValueError, "there is no format `pmg`"),
    ("a.png", {"engine": "unty"}, ValueError, "did you mean `unity`?"),
    ("a.png", {"area": (1, 2)}, TypeError, "three numbers (x, z, side)"),
    ("a.png", {"range": "wide"}, ValueError, "give (low, high) in metres"),
    ("a.png", {"range": (5, 1)}, ValueError, "the range 5,1 is not valid"),
    ("a.png", {"sea": "surface"}, ValueError, "only meshes have `surface`"),
    ("a.png", {"levels": 2}, ValueError, "levels does not apply to png16; leave it out, or choose one of glb"),
    ("a.glb", {"range": (0, 1)}, ValueError, "range does not apply to glb"),
    ("a.csv", {"size": 9}, ValueError, "size does not apply to csv"),
    ("a.png", {"only": (1, 1)}, ValueError, "tiles=(8, 8)"),
    ("a.png", {"overlap": True}, ValueError, "there are no tiles"),
    ("a.png", {"tiles": (2, 2), "only": (0, 0), "shard": (1, 2)}, ValueError, "exclude each other"),
    ("a.png", {"maps": ["normle"]}, ValueError, "did you mean `normal`?"),
]


@pytest.mark.parametrize(("name", "choices", "error", "words"), WRONG, ids=[words for *_, words in WRONG])
def test_wrong_choices_are_refused(
    tmp_path: Path, land: orogen.Land, name: str, choices: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error) as caught:
        land.export(tmp_path / name, **choices)
    assert words in str(caught.value)
    assert not list(tmp_path.iterdir())
