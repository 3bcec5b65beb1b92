"""A land as a document: where it comes from, its parameters, its texts."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from orogen import _native

if TYPE_CHECKING:
    from numpy.typing import NDArray

_D = TypeVar("_D", bound="Document")


class UnknownKeyError(KeyError):
    """There is no parameter of this key; the message names the most similar key."""

    def __str__(self) -> str:
        # KeyError would put the message in quotes.
        return str(self.args[0])


class Parameter(NamedTuple):
    """A parameter of a land."""

    key: str
    """The key, such as ``fractal.gain``."""
    label: str
    """The name in the studio's panel."""
    value: Any
    """The present value."""
    unit: str
    """The unit of a number; empty without a unit."""
    allowed: str
    """The allowed values in words."""
    doc: str
    """A sentence about what it does to the land."""


class Document(Mapping[str, Any]):
    """A mapping from the keys of parameters to their values, which can be set."""

    _core: _native.NativeLand

    def __init__(self, **parameters: Any) -> None:
        self._core = _native.NativeLand.new_land()
        self.update(parameters)

    @classmethod
    def _of(cls: type[_D], native: _native.NativeLand, parameters: Mapping[str, Any]) -> _D:
        document = cls.__new__(cls)
        document._core = native
        document.update(parameters)
        for missing in native.missing():
            warnings.warn(missing, stacklevel=3)
        return document

    @classmethod
    def from_preset(cls: type[_D], name: str, *, version: int = 3, **parameters: Any) -> _D:
        """Return the land of a preset; `orogen.PRESETS` lists them.

        Parameters
        ----------
        name
            The name of the preset, such as ``"alps"``.
        version
            The version of the preset's land: 3 for the present one, 1 for the original one. Version 2 differs
            only in the rivers of presets that have them off.
        **parameters
            Parameters to set, such as ``**{"world.seed": "x"}``, or ``seed="x"`` for short.

        Raises
        ------
        ValueError
            There is no such preset; the message names the nearest.
        """
        return cls._of(_native.NativeLand.from_preset(name, version), parameters)

    @classmethod
    def from_code(cls: type[_D], code: str, **parameters: Any) -> _D:
        """Return the land of a share code, such as the studio copies with Ctrl+C.

        Parameters
        ----------
        code
            The text that begins with ``orogen1-``.
        **parameters
            Parameters to set.
        """
        return cls._of(_native.NativeLand.from_code(code), parameters)

    @classmethod
    def from_toml(
        cls: type[_D], text: str, *, folder: str | os.PathLike[str] | None = None, **parameters: Any
    ) -> _D:
        """Return the land of a recipe's text.

        Parameters
        ----------
        text
            The recipe, as `to_toml` writes it.
        folder
            The folder of the recipe's heightmaps. Without it, layers whose samples are not in the recipe
            are ignored, with a warning.
        **parameters
            Parameters to set.
        """
        return cls._of(_native.NativeLand.from_toml(text, None if folder is None else os.fspath(folder)), parameters)

    @classmethod
    def open(cls: type[_D], path: str | os.PathLike[str], **parameters: Any) -> _D:
        """Return the land of a file: a recipe, an exported file, or a picture of the studio.

        Parameters
        ----------
        path
            A recipe (.toml), or an export or a screenshot, which leads to its recipe.
        **parameters
            Parameters to set.

        Raises
        ------
        FileNotFoundError
            The file is not there.
        ValueError
            The file has no readable recipe; the message names the line and the column.
        """
        return cls._of(_native.NativeLand.open(os.fspath(path)), parameters)

    @property
    def code(self) -> str:
        """The share code: the land as one short text, without the samples of large heightmaps."""
        return self._core.code()

    def to_toml(self, *, explained: bool = False) -> str:
        """Return the recipe's text.

        Parameters
        ----------
        explained
            True to add the meaning, the range and the default of each parameter.
        """
        return self._core.toml(explained)

    def copy(self: _D) -> _D:
        """Return an independent copy of the land."""
        return type(self)._of(_native.NativeLand.unpickled(*self._core.pickled()), {})

    def __getitem__(self, key: str) -> Any:
        try:
            return self._core.get(key)
        except KeyError as error:
            raise UnknownKeyError(*error.args) from None

    def __setitem__(self, key: str, value: Any) -> None:
        self.update({key: value})

    def __iter__(self) -> Iterator[str]:
        return iter(self._core.keys())

    def __len__(self) -> int:
        return len(self._core.keys())

    def update(self, parameters: Mapping[str, Any] | None = None, /, **more: Any) -> None:
        """Set several parameters, all or none.

        Values are numbers, True or False, names, three numbers from 0 to 1 for a colour, or pairs of
        numbers for a curve. A text may have a unit: ``"1.2 km"``, ``"50%"``.

        Raises
        ------
        UnknownKeyError
            There is no such parameter.
        ValueError
            A value is not allowed; the message names the range.
        """
        values = {**(parameters or {}), **more}
        if "seed" in values:
            values["world.seed"] = str(values.pop("seed"))
        if not values:
            return
        try:
            self._core.set(list(values.items()))
        except KeyError as error:
            raise UnknownKeyError(*error.args) from None

    def describe(self, key: str) -> Parameter:
        """Return a parameter with its unit, its allowed values and its meaning.

        Raises
        ------
        UnknownKeyError
            There is no such parameter.
        """
        value = self[key]
        try:
            label, unit, allowed, doc = self._core.describe(key)
        except KeyError as error:
            raise UnknownKeyError(*error.args) from None
        return Parameter(key, label, value, unit, allowed, doc)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Document):
            return NotImplemented
        return self._core.equals(other._core)

    # A land can change, so it is no key of a dict.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        code = self.code
        if len(code) <= 200:
            return f"{type(self).__name__}.from_code({code!r})"
        return f"<{type(self).__name__} with seed {self['world.seed']!r} and a share code of {len(code)} characters>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), *self._core.pickled())

    def __dask_tokenize__(self) -> tuple[Any, ...]:
        return type(self).__qualname__, *self._core.pickled()[:2]


def _restore(
    cls: type[_D], toml: str, maps: list[NDArray[np.float32]], inputs: list[str | os.PathLike[str]]
) -> _D:
    # Arrays out of a message between processes may lie at any address.
    aligned = [np.require(samples, np.float32, ["C", "A"]) for samples in maps]
    return cls._of(_native.NativeLand.unpickled(toml, aligned, inputs), {})
