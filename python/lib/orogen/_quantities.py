"""The quantities that can be sampled by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from orogen._samples import MATERIALS, Samples

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

    from orogen._grid import Grid


class Quantity(NamedTuple):
    """A quantity that `Land.dask` and `Land.xarray` sample."""

    doc: str
    """A short description."""
    unit: str
    """Its unit; empty for a share or a direction."""
    method: str
    """The method of `Land` that samples it."""
    field: str | None = None
    """The field of the method's result; None for the result itself."""
    axis: tuple[str, tuple[str, ...]] | None = None
    """The name of its third axis and the names along it; None for two axes."""
    native: str = "float32"
    """Its type by default."""

    @property
    def values(self) -> tuple[int, ...]:
        """The length of the third axis, or nothing."""
        return () if self.axis is None else (len(self.axis[1]),)


QUANTITIES: dict[str, Quantity] = {
    "heights": Quantity("height of the ground", "m", "heights"),
    "normals": Quantity("unit normal of the ground", "", "normals", None, ("component", ("east", "up", "south"))),
    "slopes": Quantity("slope of the ground", "degree", "slopes"),
    "ridge": Quantity("ridges and gullies of the erosion", "", "erosion", "ridge"),
    "occlusion": Quantity("effect of gullies on the height", "", "erosion", "occlusion"),
    "materials": Quantity("shares of the ground's materials", "", "materials", None, ("material", MATERIALS)),
    "colours": Quantity(
        "colour of the ground in sRGB", "", "colours", None, ("channel", ("red", "green", "blue")), "uint8"
    ),
    "water_level": Quantity("height of the water's surface, NaN on dry ground", "m", "water", "level"),
    "water_depth": Quantity("depth of the water", "m", "water", "depth"),
    "water_flow": Quantity("velocity of the water", "m s-1", "water", "flow", ("component", ("east", "south"))),
}
"""The quantities of `Land.dask` and `Land.xarray` by name."""


def quantity_of(name: str) -> Quantity:
    """Return a quantity by its name."""
    quantity = QUANTITIES.get(name)
    if quantity is None:
        raise ValueError(f"quantity: there is no {name!r}; allowed are {', '.join(QUANTITIES)}")
    return quantity


def check_type(quantity: Quantity, dtype: DTypeLike | None) -> np.dtype[Any]:
    """Return the type of a quantity's samples."""
    from orogen._arrays import result_type

    return result_type(quantity.native, dtype, None)


def sample(
    land: Samples, grid: Grid, quantity: Quantity, sea: str, filter: bool, dtype: DTypeLike | None
) -> NDArray[Any]:
    """Sample a quantity."""
    choices: dict[str, Any] = {"filter": filter, "dtype": dtype}
    if quantity.method == "heights":
        choices["sea"] = sea
    result = getattr(land, quantity.method)(grid, **choices)
    array: NDArray[Any] = result if quantity.field is None else getattr(result, quantity.field)
    return array
