"""The steps by which a value is computed."""

from __future__ import annotations

from typing import Any


class Trace(dict[str, Any]):
    """The steps to a value as a dict, with the fields of ``orogen sample --trace --json``.

    Its text, as ``print(trace)`` shows it, is that of ``orogen sample --trace``.
    """

    def __init__(self, json_text: str, text: str) -> None:
        # Imported on first use, so that `import orogen` is quick.
        import json

        super().__init__(json.loads(json_text))
        self.text = text

    def __str__(self) -> str:
        return self.text
