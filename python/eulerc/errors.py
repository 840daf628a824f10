"""Exceptions and warnings of eulerc."""

from __future__ import annotations

import os
import sys
import warnings


class Error(Exception):
    """What went wrong, in words for the user."""


class CompileError(Error):
    """A program has errors. The text is the same as on the command line: place, source line, caret, hint."""

    def _render_traceback_(self) -> list[str]:
        """In a notebook the message stands without a traceback: the fault is in the program, not in a call of Python."""
        return str(self).splitlines()


class UsageError(Error, ValueError):
    """A wrong name, value, shape, time or size."""


class RunError(Error, RuntimeError):
    """A device, memory or numerical failure."""


class EulercWarning(UserWarning):
    """Notes of solvers, such as that no OpenCL device was found."""


def warn(text: str) -> None:
    """Warns at the line that called this package."""
    inside, level, frame = os.path.dirname(__file__), 2, sys._getframe(1)
    while frame.f_back is not None and (frame.f_code.co_filename.startswith(inside) or "contextlib" in frame.f_code.co_filename):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, EulercWarning, stacklevel=level)
