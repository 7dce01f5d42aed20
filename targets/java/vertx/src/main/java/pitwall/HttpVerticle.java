package pitwall;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** One a processor, each on an event loop of its own. Vert.x has them share the port. */
final class HttpVerticle extends VerticleBase {
  private final Config config;
  private final Routes routes;

  HttpVerticle(Config config, Routes routes) {
    this.config = config;
    this.routes = routes;
  }

  @Override
  public Future<?> start() {
    return vertx
        .createHttpServer()
        .requestHandler(routes.router(vertx))
        .listen(config.port(), config.host());
  }
}
