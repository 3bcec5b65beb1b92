"""Measures the package: import, wheel, and fractal noise against pyfastnoiselite in the same run.

    python python/benchmark.py [WHEEL]
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import orogen

SIZE, OCTAVES, FREQUENCY = 1024, 6, 1 / 256


def best_ms(work: Callable[[], object], runs: int) -> float:
    """Return the shortest time of several runs, because other programs disturbed it least."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - start))
    return min(times)


def import_ms() -> float:
    """Return the shortest time to import orogen after numpy, in milliseconds of processor time."""
    script = "import time, numpy; s = time.process_time(); import orogen; print(1000 * (time.process_time() - s))"
    runs = [subprocess.run([sys.executable, "-c", script], capture_output=True, check=True) for _ in range(9)]
    return min(float(run.stdout) for run in runs)


def fast_noise_lite() -> Callable[[], object] | None:
    try:
        from pyfastnoiselite.pyfastnoiselite import FastNoiseLite, FractalType, NoiseType
    except ImportError:
        return None
    noise = FastNoiseLite(seed=7)
    noise.noise_type = NoiseType.NoiseType_Perlin
    noise.fractal_type = FractalType.FractalType_FBm
    noise.fractal_octaves = OCTAVES
    noise.frequency = FREQUENCY
    y, x = np.mgrid[:SIZE, :SIZE].astype(np.float32)
    points = np.stack([x.ravel(), y.ravel()])
    return lambda: noise.gen_from_coords(points)


def main() -> None:
    print(f"import, after numpy: {import_ms():.1f} ms")
    if len(sys.argv) > 1:
        print(f"wheel: {Path(sys.argv[1]).stat().st_size / 1e6:.2f} MB")
    noise, out = orogen.noise("perlin", octaves=OCTAVES, seed=7), np.empty((SIZE, SIZE), np.float32)
    ours = {}
    for threads, name in ((1, "one thread"), (0, "all threads")):
        orogen.set_threads(threads)
        noise.grid(SIZE, SIZE, frequency=FREQUENCY)
        ours[name] = best_ms(lambda: noise.grid(SIZE, SIZE, frequency=FREQUENCY, out=out), 51)
        print(f"fBm {SIZE}², {OCTAVES} octaves, {name}: {ours[name]:.2f} ms")
    other = fast_noise_lite()
    if other is None:
        print("pyfastnoiselite is not installed")
        return
    theirs = best_ms(other, 7)
    print(f"pyfastnoiselite: {theirs:.1f} ms, one thread", *(f"{theirs / t:.0f}× on {n}" for n, t in ours.items()), sep=", ")
    land = orogen.Land.from_preset("alps")
    for size in (1024, 2048):
        print(f"heights of the Alps, {size}²: {best_ms(lambda: land.heights(0, 0, size, size), 5):.0f} ms")


main()
