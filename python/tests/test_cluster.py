"""A cluster of two worker processes makes the same bits, also when a worker is killed on the way."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import orogen

distributed = pytest.importorskip("distributed")
xr = pytest.importorskip("xarray")

WINDOW: Any = (-2000.0, 1000.0, 1600, 1200, 2.0)
CHUNKS = 200


@pytest.fixture
def client() -> Iterator[Any]:
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        client.wait_for_workers(2)
        yield client


def kill_one(client: Any, done: threading.Event) -> threading.Thread:
    """Kill a worker once some chunks are done."""
    processes = client.run(os.getpid)
    assert len(set(processes.values())) == 2 and os.getpid() not in processes.values()

    def kill() -> None:
        deadline = time.monotonic() + 60.0
        while time.monotonic() < deadline:
            counts = client.run_on_scheduler(
                lambda dask_scheduler: [task.state for task in dask_scheduler.tasks.values()]
            )
            if counts.count("memory") + counts.count("released") > 3 and "processing" in counts:
                os.kill(next(iter(processes.values())), signal.SIGKILL)
                done.set()
                return

    thread = threading.Thread(target=kill)
    thread.start()
    return thread


@pytest.mark.parametrize("target", ["array", "zarr", "cog"])
def test_a_killed_worker_loses_nothing(client: Any, tmp_path: Path, target: str) -> None:
    land = orogen.Land.from_preset("alps")
    expected = land.heights(*WINDOW)
    lazy = land.xarray(*WINDOW, chunks=CHUNKS)
    killed = threading.Event()
    thread = kill_one(client, killed)
    if target == "array":
        values = lazy.compute().values
    elif target == "zarr":
        orogen.to_zarr(lazy, tmp_path / "a.zarr")
        values = xr.open_zarr(tmp_path / "a.zarr")["heights"].values
    else:
        rasterio = pytest.importorskip("rasterio")
        orogen.to_cog(lazy, tmp_path / "a.tif")
        with rasterio.open(tmp_path / "a.tif") as file:
            values = file.read(1)
    thread.join()
    assert killed.is_set(), "the worker was killed during the work"
    np.testing.assert_array_equal(values.view("u4"), expected.view("u4"))


def test_a_land_travels_with_its_heightmaps(client: Any, map_recipe: Path) -> None:
    land = orogen.Land.open(map_recipe)
    map_recipe.with_name("map.r32").unlink()
    window: Any = (-800, -600, 256, 192, 6.25)
    lazy = land.dask(*window, chunks=64)
    np.testing.assert_array_equal(lazy.compute(), land.heights(*window))
