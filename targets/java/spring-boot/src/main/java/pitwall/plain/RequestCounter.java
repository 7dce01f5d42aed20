package pitwall.plain;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Counts every request, before anything can answer it. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
public class RequestCounter implements Filter {
  private final AtomicLong requests = new AtomicLong();

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    requests.incrementAndGet();
    chain.doFilter(request, response);
  }

  long total() {
    return requests.get();
  }
}
