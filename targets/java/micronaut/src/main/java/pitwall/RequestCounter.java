package pitwall;

import io.micronaut.http.annotation.RequestFilter;
import io.micronaut.http.annotation.ServerFilter;
import java.util.concurrent.atomic.AtomicLong;

/** Counts every request, before anything can answer it. */
@ServerFilter(ServerFilter.MATCH_ALL_PATTERN)
class RequestCounter {
  private final AtomicLong requests = new AtomicLong();

  @RequestFilter
  void count() {
    requests.incrementAndGet();
  }

  long total() {
    return requests.get();
  }
}
