"""The class `Land`."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from orogen import _native
from orogen._grid import Grid
from orogen._samples import Area, Samples, Sea
from orogen._trace import Trace

if TYPE_CHECKING:
    import dask.array as da
    import xarray as xr
    from numpy.typing import DTypeLike


class ExportReport(NamedTuple):
    """The result of an export."""

    files: list[str]
    """The paths of the files, without their JSON files."""
    bytes: int
    """Their size on disk."""
    seconds: float
    """The time that it took."""
    card: list[str]
    """The numbers to type into the engine; empty without an engine."""


class Land(Samples):
    """Procedural land: an endless height function, and the parameters that make it.

    ``Land()`` is the land of a new file in the studio; `Land.from_preset`, `from_code`, `from_toml` and
    `open` return others. Parameters are read and set by their keys: ``land["fractal.gain"] = 0.4``.
    Lands compare by their parameters, and pickle with the samples of their heightmaps.

    **Windows.** Methods that sample take one of three forms:

    - ``land.heights(x0, z0, width, height, spacing)``: the position of the north-west sample in metres
      east and south of the origin, the numbers of columns and rows, and the distance between samples in
      metres (by default `spacing`, that of the finest samples);
    - ``land.heights(area=(x, z, side), size=n)``: a square by its centre and its side in metres, with n
      samples on each side. These are the samples of ``orogen export --area x,z,side --size n``, to the
      bit. By default the area is that of an export, and the size 1025;
    - ``land.heights(grid)``: a `Grid`, which `grid` makes from either form.

    **Choices.** ``filter=True`` fades detail that samples this far apart cannot carry. By default samples
    have full detail at any spacing. ``dtype`` is the type of the result, and ``out`` an array to fill,
    which is then returned.

    A sample depends only on the land and its own position: not on the window, the threads or the machine.
    The interpreter lock is released during the work, and Ctrl+C interrupts it.
    """

    def trace(self, x: float, z: float) -> Trace:
        """Return the steps by which the height at a place is computed.

        Parameters
        ----------
        x, z
            The place in metres, east and south of the origin.

        Returns
        -------
        Trace
            A dict with the fields of ``orogen sample --trace --json``, such as ``trace["height_m"]``, whose
            text ``print(trace)`` shows.
        """
        return Trace(*_native.trace(self._core, float(x), float(z)))

    def export(
        self,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,
        engine: str | None = None,
        area: Area | None = None,
        size: int | None = None,
        range: tuple[float, float] | Literal["auto"] | None = None,
        sea: Literal["bed", "clamp", "surface"] | None = None,
        filter: bool | None = None,
        tiles: tuple[int, int] | None = None,
        overlap: bool | None = None,
        only: tuple[int, int] | None = None,
        shard: tuple[int, int] | None = None,
        maps: str | Sequence[str] | None = None,
        registration: Literal["grid", "texel"] | None = None,
        colour: Literal["texture", "vertices", "none"] | None = None,
        texels: int | None = None,
        one_mesh: bool | None = None,
        quantise: bool | None = None,
        levels: int | None = None,
        level: int | None = None,
        width_mm: float | None = None,
        exaggeration: float | None = None,
        base_mm: float | None = None,
        force: bool | None = None,
        progress: Callable[[float], object] | None = None,
    ) -> ExportReport:
        """Write files, as ``orogen export`` does, with its choices as keyword arguments.

        A file is written completely or not at all. Warnings of the program become Python's.

        Parameters
        ----------
        path
            The file to write, or the base name of tiles and maps. Its ending selects the format: .png,
            .r16, .r32, .exr, .tif (heights), .glb, .obj, .ply, .stl (meshes), .csv (plants), .geojson, .svg
            (rivers), .rs, .c, .wgsl, .glsl, .hlsl (code).
        format, engine
            The format by its name, and the engine that the files must fit, such as ``"unity"``.
        area, size
            The square (x, z, side) in metres, and the samples on each side, 2 to 65537. By default the whole
            land, as dense as its finest meshes.
        range
            The heights (low, high) in metres of the lowest and highest 16-bit sample, or ``"auto"``.
        sea
            Under water, the ground (``"bed"``), the water's surface (``"clamp"``), or for a mesh both
            (``"surface"``).
        filter
            True to fade detail that samples this far apart cannot carry.
        tiles, overlap, only, shard
            Files from west to east and from north to south; whether neighbours share a line of samples (by
            default they do); the only tile (i, j) to write; or the k-th of n shares (k, n) of the tiles.
        maps, registration
            Maps in place of heights: a name, several, or ``"all"``; and the place of their samples.
        colour, texels, one_mesh, quantise, levels, level
            Choices of meshes: where colours are, the texels on a side, and the parts of a GLB.
        width_mm, exaggeration, base_mm
            Choices of prints (.stl).
        force
            True to replace a file that another program wrote.
        progress
            A function that is called at times with the finished share, from 0 to 1. An exception of it ends
            the export.

        Raises
        ------
        ValueError
            A choice is not allowed, or does not apply to the format; the message says what does.
        FileExistsError
            A file is there that Orogen did not write.
        OSError
            A file cannot be written.
        """
        options = locals()
        chosen = {name: options[name] for name in _EXPORT_OPTIONS if options[name] is not None}
        files, size_bytes, seconds, notes, card = _native.export(self._core, os.fspath(path), chosen, progress)
        for note in notes:
            warnings.warn(note, stacklevel=2)
        return ExportReport([os.fspath(file) for file in files], size_bytes, seconds, card)

    def dask(
        self,
        *window: Grid | float,
        area: Area | None = None,
        size: int | None = None,
        quantity: str = "heights",
        chunks: int | tuple[int, int] = 1024,
        sea: Sea = "bed",
        filter: bool = False,
        dtype: DTypeLike | None = None,
    ) -> da.Array:
        """Return a lazy Dask array, whose chunks are sampled where and when they are needed.

        The bits are those of `heights` and the other methods, for any chunks and on any machines. The land
        travels to the workers once, with its heightmaps.

        Parameters
        ----------
        quantity
            What to sample: one of `orogen.QUANTITIES`, such as ``"heights"`` or ``"slopes"``.
        chunks
            The rows and columns of a chunk, or one number for both.

        Returns
        -------
        dask.array.Array
            Shape (height, width), and for some quantities a third axis that is not cut.
        """
        from orogen import _lazy

        grid = self.grid(*window, area=area, size=size)
        return _lazy.dask_array(self, grid, quantity, chunks, sea, filter, dtype)

    def xarray(
        self,
        *window: Grid | float,
        area: Area | None = None,
        size: int | None = None,
        quantity: str = "heights",
        chunks: int | tuple[int, int] | None = None,
        sea: Sea = "bed",
        filter: bool = False,
        dtype: DTypeLike | None = None,
    ) -> xr.DataArray:
        """Return an xarray with coordinates in metres.

        Parameters
        ----------
        quantity
            What to sample: one of `orogen.QUANTITIES`.
        chunks
            With chunks, the values are a lazy Dask array (see `dask`); by default they are sampled now.

        Returns
        -------
        xarray.DataArray
            Dimensions ("y", "x"), and for some quantities a third one. The coordinate x points east, y
            north as on maps, and z (along y) south as in the other methods. Attributes have the unit and
            the land's share code.
        """
        from orogen import _lazy

        grid = self.grid(*window, area=area, size=size)
        return _lazy.data_array(self, grid, quantity, chunks, sea, filter, dtype)


_EXPORT_OPTIONS = [name for name in Land.export.__kwdefaults__ or {} if name != "progress"]
