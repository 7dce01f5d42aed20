package pitwall;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import java.util.concurrent.TimeUnit;

/** One a processor, each on an event loop of its own. Vert.x has them share the port. */
final class HttpVerticle extends VerticleBase {
  /** How long requests under way may take to finish after SIGTERM. */
  private static final int GRACE_SECONDS = 2;

  private final Config config;
  private final Routes routes;
  private HttpServer server;

  HttpVerticle(Config config, Routes routes) {
    this.config = config;
    this.routes = routes;
  }

  @Override
  public Future<?> start() {
    server = vertx.createHttpServer().requestHandler(routes.router(vertx));
    return server.listen(config.port(), config.host());
  }

  @Override
  public Future<?> stop() {
    return server.shutdown(GRACE_SECONDS, TimeUnit.SECONDS);
  }
}
