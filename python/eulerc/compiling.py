"""eulerc.compile: from a program to a library in this process."""

from __future__ import annotations

import atexit
import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Sequence, Union

from . import cache
from .errors import CompileError, UsageError, warn
from .options import absolute
from .ranks import first_on, require_communicator

if TYPE_CHECKING:
    from mpi4py.MPI import Comm

    from ._core import Library
    from .program import Program

Source = Union[str, "os.PathLike[str]"]
_loaded: dict[str, Program] = {}


def compiler() -> str:
    """The eulerc that compiles: $EULERC, the one inside this package, or the one on the PATH."""
    inside = Path(__file__).parent / "prefix" / "bin" / "eulerc"
    found = os.environ.get("EULERC") or (str(inside) if inside.exists() else shutil.which("eulerc"))
    if found is None or not os.access(found, os.X_OK):
        raise UsageError(f"the compiler eulerc is not to be found{f' at {found}' if found else ''}; install the package "
                         "eulerc, or name it with the environment variable EULERC")
    return found


def mpi_compiler(asked: Optional[str]) -> str:
    """The C++ compiler wrapper of an MPI library."""
    found = shutil.which(asked or "mpicxx")
    if found is None:
        raise UsageError(f"there is no MPI compiler '{asked or 'mpicxx'}', which comm needs; install the library of MPI that mpi4py "
                         "uses, with its compiler (Debian, Ubuntu: apt-get install libopenmpi-dev), or name one with cxx=PATH")
    return found


def host_compiler(asked: Optional[str]) -> str:
    """The C++ compiler that makes the library."""
    names = [asked] if asked else [os.environ["CXX"]] if os.environ.get("CXX") else ["c++", "g++", "clang++"]
    for name in names:
        found = shutil.which(name)
        if found:
            return found
    raise UsageError(f"there is no C++ compiler ({', '.join(names)}), and a program is compiled by one; install g++ "
                     "(Debian, Ubuntu: apt-get install g++; conda: conda install cxx-compiler), or name one with cxx=PATH")


def _is_text(source: Source) -> bool:
    return isinstance(source, str) and ("\n" in source or ";" in source)


def _may_include(text: str) -> bool:
    """Whether a text may read files, which are then those of the current folder. A backslash at the end of a line splits no word."""
    return re.search("include|import|embed", re.sub(r"\\\s*\n", "", text)) is not None


OPTIONS = ("real", "method", "stages", "contract", "division", "math", "share")  # options of eulerc that are keyword arguments


def _words(options: Mapping[str, Any], defines: Any, include: Union[Source, Sequence[Source]]) -> list[str]:
    words = [f"--{name}={value if not isinstance(value, bool) else 'on' if value else 'off'}"
             for name, value in options.items() if value is not None]
    if not isinstance(defines, Mapping):
        raise UsageError(f"defines takes macros and their values, as {{'STIFF': 1}}, not {defines!r}")
    for macro, text in defines.items():
        words += ["-D", f"{macro}={text}"]
    for folder in [include] if isinstance(include, (str, os.PathLike)) else include:
        words += ["-I", absolute(folder)]
    for word in words:
        if "\0" in word:
            raise UsageError(f"{word!r} has a character NUL, which no option can have")
    return words


def _keyword(option: re.Match[str]) -> str:
    """--real=double → real="double"."""
    name, value = option["name"], option["value"]
    flags = {"on": "True", "off": "False"}
    return f"{name}={flags.get(value) or (value if value.isdigit() or value.isupper() else json.dumps(value))}"


def _in_python(message: str) -> str:
    """Options of the compiler as keyword arguments."""
    message = re.sub(r"'(?:\./SOLVER )?--set (\w+=[^']*)'", r"run(\1)", message)
    option = rf"--(?P<name>{'|'.join((*OPTIONS, 'cxx'))})=(?P<value>\w+)"
    message = re.sub(option, _keyword, re.sub(rf"'(?:eulerc )?{option}'", _keyword, message))
    for name in (*OPTIONS, "cxx"):
        message = re.sub(rf"--{name}\b(?!-)", name, message)
    message = re.sub(r"(?<!\S)-D (\w+)(=[\w.]+)?( or -D \1=VALUE)?", r"defines={'\1': …}", message)
    return re.sub(r"(?<!\S)-D:", "defines:", re.sub(r"(?<!\S)-I\b", "include=", message))


def _dependencies(rule: Path, folder: str) -> list[str]:
    """The files that a Make rule names; relative ones lie in the folder where the rule was made."""
    text = os.fsdecode(rule.read_bytes()).split(":", 1)[1].replace("\\\n", " ").replace("$$", "$").replace("\\#", "#")
    return [os.path.join(folder, file) for file in shlex.split(text)]


def _run(command: list[str], folder: str) -> tuple[int, str]:
    """Runs eulerc and returns its status and messages. Leaves no file and no process behind, also if this process is
    interrupted."""
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        try:
            messages = process.communicate()[1]
        except BaseException:
            process.terminate()
            _wait(process)
            raise
    return process.returncode, messages.decode(errors="replace")


def _wait(process: subprocess.Popen[bytes]) -> None:
    """Waits also if Ctrl-C is pressed again, because eulerc needs a moment to remove its files."""
    while process.returncode is None:
        with suppress(KeyboardInterrupt):
            process.wait()


class Job:
    """A program to compile: its file, and the folder in which eulerc runs."""

    def __init__(self, source: Source, name: Optional[str], spell: Callable[[str], str] = _in_python) -> None:
        self.spell = spell  # messages of the compiler in the words of whoever called it
        self.is_text = _is_text(source)
        self.name = name or "program"
        if "/" in self.name or not self.name.isprintable():
            raise UsageError(f"name: '{self.name}' cannot be the name of a file; take one of letters and digits")
        if isinstance(source, str) and not source.strip():
            raise UsageError("the program is empty; compile() takes the file of a program or its text")
        if self.is_text:
            self.text, self.file, self.folder = str(source), f"{self.name}.ode", absolute(".")
            return
        self.file = os.fspath(source)
        self.folder = absolute(".")
        if "\0" in self.file:
            raise UsageError(f"{self.file!r} is neither the name of a file, which has no character NUL, nor a program, which has a "
                             "semicolon or more than one line")
        try:
            self.text = Path(self.file).read_text("utf-8", errors="surrogateescape")
        except OSError as error:
            raise UsageError(f"'{self.file}' cannot be read: {error.strerror}") from None

    def key(self, words: list[str], eulerc: str, cxx: str) -> str:
        runtime = Path(os.path.realpath(eulerc)).parent.parent / "lib" / "libeulerc_runtime.a"
        place = os.path.abspath(self.file) if not self.is_text else self.folder if _may_include(self.text) else ""
        return cache.key_of(["1", self.text, place, self.file, *words, cache.identity(eulerc),
                             cache.identity(str(runtime)), cache.identity(cxx)])

    def compile(self, words: list[str], eulerc: str, output: Path) -> tuple[list[str], str]:
        """Makes the library. Returns the files that it depends on, also the program's, and the warnings."""
        rule = Path(f"{output}.d")
        with tempfile.TemporaryDirectory(prefix="eulerc-") as temporary:
            if self.is_text:
                Path(temporary, self.file).write_text(self.text, "utf-8", errors="surrogateescape")
                words = [*words, "-I", self.folder]
            at = temporary if self.is_text else self.folder
            try:
                status, messages = _run([eulerc, self.file, "--shared", "-o", str(output), "-M", "-MF", str(rule), *words], at)
                if status == 0:
                    files = [file for file in _dependencies(rule, at) if not file.startswith(temporary)]
            finally:
                rule.unlink(missing_ok=True)
        message = self.spell(messages.strip())
        if status == 0:
            return files, message
        raise (CompileError if status in (1, 3) else UsageError)(message)


_aside: list[str] = []


def _folder_aside() -> Path:
    """The folder of libraries that the cache cannot keep; it lives as long as this process."""
    if not _aside:
        _aside.append(tempfile.mkdtemp(prefix="eulerc-"))
        atexit.register(shutil.rmtree, _aside[0], ignore_errors=True)
    return Path(_aside[0])


def _warn_of_cache(error: OSError) -> None:
    warn(f"the cache {error.filename2 or cache.folder()} cannot be written ({error.strerror}): the program is compiled for this "
         "process alone; name another folder with XDG_CACHE_HOME")


def _place() -> tuple[Path, bool]:
    """A name for a new library, and whether it lies in the cache."""
    try:
        cache.folder().mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=cache.folder(), prefix="new-", suffix=".so")
        os.close(handle)
        return Path(name), True
    except OSError as error:
        _warn_of_cache(error)
    handle, name = tempfile.mkstemp(dir=_folder_aside(), suffix=".so")
    os.close(handle)
    return Path(name), False


def _tell(warnings: str) -> None:
    if warnings:
        warn(warnings)


def _library(job: Job, key: str, words: list[str], eulerc: str, use_cache: bool) -> Library:
    from ._core import Library
    found = cache.find(key) if use_cache else None
    if found:
        try:
            library = Library(str(found.library))
            _tell(found.warnings)
            return library
        except UsageError:  # truncated by a full disk, or of another version: compiled again
            with suppress(OSError):
                found.library.unlink()
    output, in_cache = _place()
    try:
        files, warnings = job.compile(words, eulerc, output)
    except BaseException:
        output.unlink(missing_ok=True)
        raise
    if in_cache:
        try:
            output = cache.store(key, files, warnings, output)
        except OSError as error:
            _warn_of_cache(error)
            output = Path(shutil.move(output, _folder_aside()))
    _tell(warnings)
    return Library(str(output))


def _is_kept(key: str) -> bool:
    """Whether the loaded library is the one that the cache has."""
    found = cache.find(key)
    return found is not None and found.library == Path(_loaded[key].path)


def _program(job: Job, words: list[str], eulerc: str, host: str, use_cache: bool) -> Program:
    from .program import Program
    key = job.key(words, eulerc, host)
    if not (use_cache and key in _loaded and _is_kept(key)):
        _loaded[key] = Program(_library(job, key, words, eulerc, use_cache))
        for name, kind in _loaded[key].hidden.items():
            warn(f"the {kind} '{name}' has the name of an option, which {name}= is in run(), solver() and sweep(); "
                 f"give the {kind} as params={{'{name}': …}}, or another name")
    return _loaded[key]


def compiled(job: Job, words: list[str], cxx: Optional[str], cached: bool = True) -> Program:
    host = host_compiler(cxx)
    return _program(job, [*words, f"--cxx={host}"], compiler(), host, cached)


def compile(source: Source, *, real: str = "float", method: Optional[str] = None, stages: Optional[int] = None,
            contract: Optional[bool] = None, division: Optional[str] = None, math: Optional[str] = None, share: Optional[bool] = None,
            defines: Optional[Mapping[str, object]] = None, include: Union[Source, Sequence[Source]] = (), name: Optional[str] = None,
            cxx: Optional[str] = None, comm: Optional[Comm] = None, cached: bool = True) -> Program:
    """Compiles a program, or takes it from the cache.

    source: the file of the program, or its text. A text has a semicolon or more than one line. real: "float" or "double". method,
    stages, contract, division, math, share, cxx: as the options of eulerc. defines: macros, {"STIFF": 1}. include: the folder of
    included files, or several. name: of a program given as text. comm: a communicator of mpi4py, for solvers on it; cxx is then
    an MPI compiler (default: mpicxx). cached: False compiles anew.

    Raises CompileError with the located message if the program has errors.
    """
    require_communicator(comm)
    job = Job(source, name)
    given = (real, method, stages, contract, division, math, share)
    words = _words(dict(zip(OPTIONS, given)), defines or {}, include)
    if comm is None:
        return compiled(job, words, cxx, cached)
    eulerc, host = compiler(), mpi_compiler(cxx)
    words += ["--mpi", f"--mpicxx={host}"]

    def first() -> None:
        _program(job, words, eulerc, host, cached)
    first_on(comm, first)
    return _program(job, words, eulerc, host, True)  # from the cache
