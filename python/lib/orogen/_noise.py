"""Classic noise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from orogen import _native
from orogen._arrays import Target, at_points
from orogen._grid import _count
from orogen._trace import Trace

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray


class Basis(NamedTuple):
    """A noise function that octaves sample."""

    name: str
    """Its name."""
    doc: str
    """A sentence about it."""
    min_dimensions: int
    """The minimum number of dimensions."""
    max_dimensions: int
    """The maximum number of dimensions."""


BASES: dict[str, Basis] = {row[0]: Basis(*row) for row in _native.bases()}
"""All bases by their names."""


class Noise:
    """A noise, which `noise` makes. It has as many dimensions as the points at which it is sampled."""

    def __init__(self, basis: str, options: dict[str, Any]) -> None:
        self.basis = basis
        self.options = options
        self._core = _native.NativeNoise(basis, options)

    def grid(
        self,
        width: int,
        height: int,
        *,
        frequency: float = 1.0,
        x0: float = 0.0,
        y0: float = 0.0,
        band_limit: float = 0.0,
        dtype: DTypeLike | None = None,
        out: NDArray[Any] | None = None,
    ) -> NDArray[Any]:
        """Return the noise on a plane, quickly.

        The sample of column c and row r is that of `at` at ``((x0 + c) * frequency, (y0 + r) * frequency)``,
        to 1e-5 of the noise's range. It depends only on its position, so ``x0`` and ``y0`` make tiles that
        fit together.

        Parameters
        ----------
        width, height
            The numbers of columns and rows.
        frequency
            Cells of the noise for each sample, above 0: with 1/64 the coarsest features are about 64
            samples wide.
        x0, y0
            The position of the first column and row, in samples.
        band_limit
            Octaves too fine for samples this far apart fade to their mean; in samples, 0 for none.
        dtype, out
            The type of the result (float32 by default), and an array of shape (height, width) to fill.

        Returns
        -------
        ndarray
            Shape (height, width); about -1 to 1 for most bases.
        """
        shape = (_count("height", height, 1), _count("width", width, 1))
        x, y = float(x0) + np.arange(shape[1], dtype=np.float64), float(y0) + np.arange(shape[0], dtype=np.float64)
        target = Target(shape, np.float32, dtype, out)
        self._core.grid(x, y, float(frequency), float(band_limit), target.filled)
        return target.result()

    def at(self, *point: ArrayLike, band_limit: float = 0.0) -> Any:
        """Return the noise at points, in float64, as ``orogen sample`` prints it.

        Parameters
        ----------
        *point
            A coordinate for each dimension. They are broadcast against each other.
        band_limit
            Octaves too fine for samples this far apart fade to their mean; 0 for none.

        Returns
        -------
        ndarray or float64
            Values of the broadcast shape, or a number for numbers. NaN where a coordinate is NaN.
        """
        if not point:
            raise TypeError("a point has a coordinate for each dimension, as in noise.at(x, y)")
        names = [f"coordinate {i}" for i in range(1, len(point) + 1)]
        return at_points(names, point, lambda axes, out: self._core.at(axes, float(band_limit), out))

    def trace(self, *point: float) -> Trace:
        """Return the steps by which the value at a point is computed.

        Parameters
        ----------
        *point
            A coordinate for each dimension.
        """
        return Trace(*self._core.trace([float(coordinate) for coordinate in point]))

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"orogen.noise({self.basis!r}{options})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Noise):
            return NotImplemented
        return repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return Noise, (self.basis, self.options)


def noise(
    basis: str = "perlin",
    *,
    fractal: str | None = None,
    octaves: float | None = None,
    lacunarity: float | None = None,
    gain: float | None = None,
    offset: float | None = None,
    seed: int | str | None = None,
    permutation: str | Sequence[int] | None = None,
    gradients: str | None = None,
    fade: str | Sequence[float] | None = None,
    radius2: float | None = None,
    metric: str | None = None,
    period: int | tuple[int, int] | None = None,
    normalise: str | None = None,
    rotate: bool | None = None,
    octave_seeds: bool | None = None,
    warp: tuple[float, float, int] | None = None,
) -> Noise:
    """Return a noise. Its choices are those of ``orogen sample``, which explains them with ``--help``.

    Parameters
    ----------
    basis
        The noise of each octave: one of `orogen.BASES`, such as ``"perlin"`` or ``"simplex"``.
    fractal
        How octaves are combined: none, fbm, turbulence, billow, ridged or hybrid. By default fbm if octaves are
        given, otherwise none.
    octaves
        The number of octaves, 1 to 32; a fraction weights the last one. By default 6.
    lacunarity
        The frequency of an octave relative to the one before, 1 to 64. By default 2.
    gain
        The amplitude of an octave relative to the one before, 0 to 4. By default 0.5.
    offset
        The level from which ridged and hybrid octaves are measured, -4 to 4. By default 1.
    seed
        A 64-bit number or any text. By default 0.
    permutation
        How lattice points get their numbers: hash, reference, p289 or table; or the numbers 0 to 255 in any
        order. By default hash.
    gradients
        The gradients of Perlin noise in 1D and 2D. By default the 8.
    fade
        The curve between lattice points, or its values at 1/4, 1/2 and 3/4. By default quintic.
    radius2
        The squared radius of simplex kernels in 3D and 4D. By default 0.6.
    metric
        How Worley noise measures distances. By default euclidean.
    period
        The distance after which the noise repeats, in cells, or two for x and y.
    normalise
        on divides by the sum of the amplitudes, measured also scales to -1 to 1, off keeps the sum. By
        default on.
    rotate
        True to turn each octave by the golden angle.
    octave_seeds
        True to give each octave its own seed.
    warp
        (strength, frequency, times): displaces points by another noise, 0 to 3 times.

    Raises
    ------
    ValueError
        A choice is not allowed; the message says what is.
    """
    given = locals()
    return Noise(basis, {name: given[name] for name in _NOISE_OPTIONS if given[name] is not None})


_NOISE_OPTIONS = list(noise.__kwdefaults__ or {})
