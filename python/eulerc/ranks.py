"""A session that the ranks of a communicator share.

Every rank makes the same calls. Rank 0 computes, with the slabs of the others, which answer it meanwhile; then all get its result,
or raise its error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Optional

from .errors import UsageError

if TYPE_CHECKING:
    from mpi4py.MPI import Comm

    from ._core import Session


def require_communicator(comm: Any) -> None:
    if comm is not None and not hasattr(comm, "py2f"):
        raise UsageError(f"comm is a communicator of mpi4py, such as MPI.COMM_WORLD, not {comm!r}")


class SharedSession:
    """The calls of Session, each made by all ranks."""

    def __init__(self, session: Session, comm: Comm, program: str) -> None:
        require_communicator(comm)
        self._session, self._comm, self._program = session, comm, program
        session.use_communicator(comm.py2f())

    def configure(self, words: list[str]) -> None:
        asked = self._comm.allgather((self._program, words))
        for rank, (program, others) in enumerate(asked):
            if program != asked[0][0]:
                raise UsageError(f"rank {rank} runs another program than rank 0; compile one with the same options on all ranks")
            if others != asked[0][1]:
                raise UsageError(f"rank {rank} has other options than rank 0: {others}, not {asked[0][1]}; give all ranks the same")
        self.__getattr__("configure")(words)

    def take_notes(self) -> list[str]:
        return self._session.take_notes()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._session, name)

        def asked(*arguments: Any) -> Any:
            try:
                return method(*arguments)
            finally:
                self._session.release()

        def call(*arguments: Any) -> Any:
            return first_on(self._comm, lambda: asked(*arguments), self._session.serve)
        return call


def first_on(comm: Comm, work: Callable[[], Any], others: Callable[[], Any] = lambda: None) -> Any:
    """What `work` gives or throws on rank 0, on all ranks; these do something else meanwhile."""
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
