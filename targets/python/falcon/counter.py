"""Counts the requests of all workers in memory that they share."""

import fcntl
import mmap
import os

_FILE = "COUNTS_FILE"  # the variable that tells the workers where the counts are
_BYTES = 8  # of a number


def share_counts(workers: int) -> None:
    """Makes the memory that the workers share, with a count and a mark of presence for each.

    It is no file on disk, which a server that is killed would leave.
    """
    memory = os.memfd_create("counts")
    os.ftruncate(memory, 2 * _BYTES * workers)
    os.environ[_FILE] = f"/proc/{os.getpid()}/fd/{memory}"


class Counter:
    """A worker's place among the counts.

    Each worker writes only its own count, before the request is answered; the total is the sum of all. A place belongs
    to a worker as long as it holds the lock, so that one that replaces a dead worker goes on from its count.
    """

    def __init__(self, workers: int) -> None:
        self._file = open(os.environ[_FILE], "r+b")
        numbers = memoryview(mmap.mmap(self._file.fileno(), 0)).cast("Q")
        self._counts, self._present = numbers[:workers], numbers[workers:]
        self.place = next(place for place in range(workers) if self._claims(place))

    def _claims(self, place: int) -> bool:
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        except OSError:
            return False
        return True

    def serve(self) -> None:
        """Says that this worker has started."""
        self._present[self.place] = 1

    def ready(self) -> bool:
        """Whether all workers have started."""
        return all(self._present)

    def add(self) -> None:
        self._counts[self.place] += 1

    def total(self) -> int:
        return sum(self._counts)
