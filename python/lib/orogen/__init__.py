"""Procedural land and classic noise as numpy arrays, with the same bits as the studio Orogen.

>>> import orogen
>>> land = orogen.Land.from_preset("alps")
>>> z = land.heights(size=513)              # metres; row 0 is the north edge
>>> z.shape
(513, 513)
>>> noise = orogen.noise("perlin", octaves=6, seed="x")
>>> noise.grid(512, 512, frequency=1 / 128).dtype
dtype('float32')

Positions are metres in the world: x points east and z south, heights point up. Rows of arrays run
from north to south, columns from west to east.
"""

from typing import TYPE_CHECKING, Any

from orogen import _native
from orogen._arrays import Erosion, Mesh, Water
from orogen._document import Parameter, UnknownKeyError
from orogen._grid import Grid
from orogen._land import ExportReport, Land
from orogen._noise import BASES, Basis, Noise, noise
from orogen._quantities import QUANTITIES
from orogen._samples import MATERIALS
from orogen._trace import Trace

if TYPE_CHECKING:
    from orogen._files import to_cog, to_zarr

__all__ = [
    "BASES",
    "MATERIALS",
    "PRESETS",
    "QUANTITIES",
    "Basis",
    "Erosion",
    "ExportReport",
    "Grid",
    "Land",
    "Mesh",
    "Noise",
    "Parameter",
    "Trace",
    "UnknownKeyError",
    "Water",
    "__version__",
    "noise",
    "set_threads",
    "to_cog",
    "to_zarr",
]

__version__: str = _native.version()

PRESETS: dict[str, str] = {slug: sentence for slug, _, sentence in _native.presets()}
"""The names of the presets, each with a sentence about its land."""


def set_threads(threads: int) -> None:
    """Set the number of threads on which later calls compute.

    By default there is one for each core, or as many as the environment variable
    ``RAYON_NUM_THREADS`` says. The number of threads changes no bit.

    Parameters
    ----------
    threads
        1 to 1024, or 0 for one on each core.
    """
    _native.set_threads(threads)


def __getattr__(name: str) -> Any:
    # On first use, so that `import orogen` is quick.
    if name in ("to_cog", "to_zarr"):
        from orogen import _files

        return getattr(_files, name)
    raise AttributeError(f"module 'orogen' has no attribute {name!r}")
