"""Compiled programs in the user's cache folder.

    $XDG_CACHE_HOME/eulerc/programs/KEY.json     the files that a program was made of, the library's size, and eulerc's warnings
    $XDG_CACHE_HOME/eulerc/programs/CONTENT.so   the library; CONTENT is made of KEY and of the contents of those files

KEY is a hash of the program's text and file (of a text that includes files: the current folder), the options, and the version and
build of eulerc and of the host compiler. Files are written under temporary names and renamed, so that processes that compile the
same program at once do not disturb each other.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Iterable, NamedTuple, Optional

MOST = 100  # libraries that are kept, of about 3 MB each


class Found(NamedTuple):
    library: Path
    warnings: str  # of eulerc when it was compiled


def folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "eulerc" / "programs"


def identity(path: Optional[str]) -> str:
    """A text that differs between two builds of a tool."""
    if path is None:
        return ""
    real = os.path.realpath(path)
    try:
        found = os.stat(real)
    except OSError:
        return real
    return f"{real} {found.st_size} {found.st_mtime_ns}"


def key_of(parts: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode("utf-8", "surrogateescape") + b"\0")
    return digest.hexdigest()


def content_of(key: str, files: Iterable[str]) -> Optional[str]:
    """The name of the library, or None if one of the files no longer exists."""
    digest = hashlib.sha256(key.encode())
    for file in sorted(files):
        try:
            digest.update(file.encode("utf-8", "surrogateescape") + b"\0" + hashlib.sha256(Path(file).read_bytes()).digest())
        except OSError:
            return None
    return digest.hexdigest()


def find(key: str) -> Optional[Found]:
    """The library that was compiled with this key from files of these contents."""
    try:
        entry = json.loads((folder() / f"{key}.json").read_text())
        content = content_of(key, entry["files"])
        library = folder() / f"{content}.so"
        if content is None or library.stat().st_size != entry["size"]:  # loading a truncated library would end the process
            return None
        os.utime(library)  # the least recently used libraries are removed first
        return Found(library, str(entry["warnings"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def store(key: str, files: list[str], warnings: str, compiled: Path) -> Path:
    """Moves a compiled library, which lies in the cache's folder, to its name there. If that fails, it raises OSError, and the library
    is where it was."""
    content = content_of(key, files)
    if content is None:  # a file was removed while the program was compiled: used once, not kept
        return compiled
    library = folder() / f"{content}.so"
    handle, temporary = tempfile.mkstemp(dir=folder(), prefix="new-")
    try:
        with os.fdopen(handle, "w") as file:
            json.dump({"files": files, "size": compiled.stat().st_size, "warnings": warnings}, file)
        os.replace(temporary, folder() / f"{key}.json")
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    os.replace(compiled, library)  # last, so that it stays in its place if anything fails
    prune()
    return library


def prune() -> None:
    """Keeps only the libraries used last. A removed library that is in use stays valid, because its file lives until it is
    closed."""
    def age(path: Path) -> float:
        try:
            return path.stat().st_mtime
        except OSError:
            return 0.0
    libraries = sorted(folder().glob("*.so"), key=age, reverse=True)
    hour = 3600
    left = [path for path in folder().glob("new-*") if age(path) < time.time() - hour]  # left by processes that were killed
    for path in [*libraries[MOST:], *left]:
        with suppress(OSError):
            path.unlink()
