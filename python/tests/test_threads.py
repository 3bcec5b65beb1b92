"""Work releases the interpreter lock, ends on Ctrl+C, and survives threads and forks."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import orogen

BIG: Any = (0, 0, 1500, 1500, 2.0)


def test_other_threads_run_during_the_work(land: orogen.Land) -> None:
    wakes, done = [0], threading.Event()

    def wake() -> None:
        while not done.is_set():
            time.sleep(0.001)
            wakes[0] += 1

    thread = threading.Thread(target=wake)
    thread.start()
    land.heights(0, 0, 4, 4)
    before = wakes[0]
    start = time.perf_counter()
    land.heights(*BIG)
    took = time.perf_counter() - start
    during = wakes[0] - before
    done.set()
    thread.join()
    # If the work held the lock, the thread could not wake. A free thread wakes about once per
    # millisecond; a twentieth of that leaves room for a busy machine.
    assert during > 0.05 * took / 0.001, f"{during} wakes in {took:.3f} s"


def test_many_threads_get_the_same_bits(land: orogen.Land) -> None:
    whole = land.heights(0, 0, 256, 256, 3.0)
    grid = land.grid(0, 0, 256, 256, 3.0)

    def part(i: int) -> np.ndarray:
        own = land if i % 2 else land.copy()
        return own.heights(grid[16 * i : 16 * i + 16, :])

    with ThreadPoolExecutor(8) as pool:
        np.testing.assert_array_equal(np.concatenate(list(pool.map(part, range(16)))), whole)


def test_an_edit_does_not_disturb_work_that_has_begun() -> None:
    land = orogen.Land.from_preset("alps")
    expected = land.heights(*BIG)
    with ThreadPoolExecutor(1) as pool:
        work = pool.submit(land.heights, *BIG)
        time.sleep(0.02)
        land["world.seed"] = "other"
        np.testing.assert_array_equal(work.result(), expected)
    assert (land.heights(0, 0, 9, 9) != expected[:9, :9]).any()


def test_the_number_of_threads_changes_no_bit(land: orogen.Land) -> None:
    noise = orogen.noise("simplex", octaves=5)
    results = []
    for threads in (1, 2, 7, 0):
        orogen.set_threads(threads)
        results.append((land.heights(0, 0, 300, 200, 1.0), noise.grid(300, 200, frequency=0.02)))
    for heights, values in results:
        np.testing.assert_array_equal(heights, results[0][0])
        np.testing.assert_array_equal(values, results[0][1])


def test_control_c_ends_the_work() -> None:
    script = (
        "import orogen, sys\n"
        "land = orogen.Land.from_preset('alps')\n"
        "print('ready', flush=True)\n"
        "try:\n"
        "    land.heights(0, 0, 20000, 20000)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "interrupted\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_process_works(land: orogen.Land) -> None:
    expected = land.heights(0, 0, 500, 400)
    context = multiprocessing.get_context("fork")
    with context.Pool(2) as pool:
        result = pool.apply_async(land.heights, (0, 0, 500, 400)).get(timeout=60)
    np.testing.assert_array_equal(result, expected)
