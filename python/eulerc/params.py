"""The params of a solver, read-only."""

from __future__ import annotations

from typing import Any, NoReturn


class Params(dict[str, float]):
    """Values by name, in the order of the program; `solver.set(c=2)` changes them."""

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)  # a copy is a plain dict that the user may change

    def _refused(self, *words: Any, **values: Any) -> NoReturn:
        names = [word for word in words if isinstance(word, str)] + list(values)
        raise TypeError(f"this is a copy of the params: set them by solver.set({names[0] if names else 'c'}=…)")

    __setitem__ = __delitem__ = __ior__ = update = setdefault = pop = popitem = clear = _refused
