from project.config import WORKERS

from .counter import Counter

counter = Counter(WORKERS)


def count_requests(get_response):
    def middleware(request):
        counter.add()
        return get_response(request)

    return middleware
