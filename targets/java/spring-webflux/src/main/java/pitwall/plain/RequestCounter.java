package pitwall.plain;

import java.util.concurrent.atomic.AtomicLong;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Counts every request, before anything can answer it. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
public class RequestCounter implements WebFilter {
  private final AtomicLong requests = new AtomicLong();

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    requests.incrementAndGet();
    return chain.filter(exchange);
  }

  long total() {
    return requests.get();
  }
}
