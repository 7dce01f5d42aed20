"""Counts the requests of all workers in memory that they share."""

import fcntl
import mmap
import os
import threading

_BYTES = 8  # of a number


class Counter:
    """The counts of all workers.

    Each worker writes only its own count, before the request is answered; the total is the sum of all. A place belongs
    to a worker as long as it holds the lock, so that one that replaces a dead worker goes on from its count.
    """

    def __init__(self, workers: int) -> None:
        """In the primary, before it forks: the workers inherit the memory, which is no file on disk."""
        self._workers = workers
        self._file = os.memfd_create("counts")
        os.ftruncate(self._file, 2 * _BYTES * workers)
        numbers = memoryview(mmap.mmap(self._file, 0)).cast("Q")
        self._counts, self._present = numbers[:workers], numbers[workers:]
        self._threads = threading.Lock()
        self.place = 0

    def join(self) -> None:
        """In a worker, once it has forked: takes a free place."""
        self.place = next(place for place in range(self._workers) if self._claims(place))
        self._present[self.place] = 1

    def _claims(self, place: int) -> bool:
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        except OSError:
            return False
        return True

    def ready(self) -> bool:
        """Whether all workers have started."""
        return all(self._present)

    def add(self) -> None:
        with self._threads:
            self._counts[self.place] += 1

    def total(self) -> int:
        return sum(self._counts)
