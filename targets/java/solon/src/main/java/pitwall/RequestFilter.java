package pitwall;

import java.util.concurrent.atomic.AtomicLong;
import org.noear.solon.annotation.Component;
import org.noear.solon.core.exception.StatusException;
import org.noear.solon.core.handle.Context;
import org.noear.solon.core.handle.Filter;
import org.noear.solon.core.handle.FilterChain;

/** Counts every request, and answers what was thrown in the one envelope. */
@Component
public class RequestFilter implements Filter {
  private final AtomicLong requests = new AtomicLong();

  /** The envelope of errors, and of the counter, whose message is a number. */
  record Coded(int code, Object message) {}

  @Override
  public void doFilter(Context context, FilterChain chain) throws Throwable {
    requests.incrementAndGet();
    try {
      chain.doFilter(context);
    } catch (StatusException failure) {
      // Solon's own message for a path without a route is another one.
      answer(context, failure.getCode(), failure.getCode() == 404 ? "not found" : failure.getMessage());
    } catch (Exception failure) {
      // A database, most likely.
      answer(context, 500, String.valueOf(failure));
    }
  }

  long total() {
    return requests.get();
  }

  private static void answer(Context context, int status, String message) throws Throwable {
    context.status(status);
    context.render(new Coded(status, message));
  }
}
