"""A session that the ranks of a communicator share.

Every rank makes the same calls. Rank 0 runs the session, and the other ranks compute their slabs for it. Then all ranks get the
result of rank 0, or raise its error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Optional, TypeVar, Union

from .errors import Error, UsageError

if TYPE_CHECKING:
    from mpi4py.MPI import Comm

    from ._core import Session

Result = TypeVar("Result")


def require_communicator(comm: Any) -> None:
    if comm is not None and not hasattr(comm, "py2f"):
        raise UsageError(f"comm is a communicator of mpi4py, such as MPI.COMM_WORLD, not {comm!r}")


class SharedSession:
    """The calls of Session, each made by all ranks."""

    def __init__(self, session: Session, comm: Comm, program: str) -> None:
        self._session, self._comm = session, comm
        programs = comm.allgather(program)
        for rank, other in enumerate(programs):
            if other != programs[0]:
                raise UsageError(f"rank {rank} runs another program than rank 0; compile one with the same options on all ranks")
        session.use_communicator(comm.py2f())

    def take_notes(self) -> list[str]:
        return self._session.take_notes()

    def ask(self, work: Callable[[Session], Any]) -> Any:
        def asked() -> Any:
            try:
                return work(self._session)
            finally:
                self._session.release()
        return first_on(self._comm, asked, self._session.serve)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._session, name)
        return lambda *arguments: self.ask(lambda session: method(*arguments))


def ask(session: Union[Session, SharedSession], work: Callable[[Session], Any]) -> Any:
    """The result of `work` with a session, called with the arguments of rank 0; arguments of other ranks are ignored."""
    return session.ask(work) if isinstance(session, SharedSession) else work(session)


def agreed(comm: Optional[Comm], work: Callable[[], Result], what: str = "arguments",
           compared: Callable[[Result], Any] = lambda result: result) -> Result:
    """The result of `work` on this rank, which runs without communication. If `work` throws on any rank, all ranks raise that
    error.

    `compared` of the result must be the same on all ranks; otherwise it is an error.
    """
    require_communicator(comm)
    if comm is None:
        return work()
    failure: Optional[Exception] = None
    given = words = ""
    try:
        result = work()
        given = repr(compared(result))
    except Exception as error:
        failure = error
        words = str(error) if isinstance(error, Error) else f"{type(error).__name__}: {error}"
    verdicts = comm.allgather((failure is not None, words, given))
    if failure is not None and all(verdict == verdicts[0] for verdict in verdicts):
        raise failure
    for rank, (has_failed, theirs, _) in enumerate(verdicts):
        if has_failed:
            raise UsageError(f"rank {rank}: {theirs}") from failure
    for rank, (_, _, theirs) in enumerate(verdicts):
        if theirs != verdicts[0][2]:
            raise UsageError(f"rank {rank} has other {what} than rank 0: {theirs}, not {verdicts[0][2]}; give all ranks the same")
    return result


def first_on(comm: Optional[Comm], work: Callable[[], Any], others: Callable[[], Any] = lambda: None) -> Any:
    """The result or the error of `work` on rank 0, for all ranks; the other ranks run something else meanwhile."""
    if comm is None:
        return work()
    result: Any = None
    failure: Optional[BaseException] = None
    if comm.rank > 0:
        others()
    else:
        try:
            result = work()
        except BaseException as error:
            failure = error
    received = comm.bcast((result, failure))
    if comm.rank > 0:
        result, failure = received
    if failure is not None:
        raise failure
    return result
