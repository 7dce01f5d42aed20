package pitwall;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.concurrent.TimeUnit;

/** Answers Pitwall's scenarios with Vert.x. */
public final class Server {
  /** How long the verticles may take to stop after SIGTERM, and how long everything else to close after them. */
  private static final int GRACE_SECONDS = 3;

  private static final int CLOSE_SECONDS = 1;

  private Server() {}

  public static void main(String[] arguments) {
    try {
      start(Config.read());
    } catch (Exception exception) {
      System.err.println("vertx: " + exception.getMessage());
      System.exit(1);
    }
  }

  private static void start(Config config) throws Exception {
    VertxOptions options = new VertxOptions().setEventLoopPoolSize(config.workers()).setPreferNativeTransport(true);
    Vertx vertx = Vertx.vertx(options);
    if (!vertx.isNativeTransportEnabled()) {
      System.err.println("vertx: no native transport: " + vertx.unavailableNativeTransportCause());
    }

    Routes routes = Routes.open(vertx, config);
    DeploymentOptions oneEach = new DeploymentOptions().setInstances(config.workers());
    String verticles = vertx.deployVerticle(() -> new HttpVerticle(config, routes), oneEach).await();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(vertx, verticles)));
  }

  /** The verticles first: Vert.x by itself closes the pools while requests still need them. */
  private static void close(Vertx vertx, String verticles) {
    try {
      vertx.undeploy(verticles).await(GRACE_SECONDS, TimeUnit.SECONDS);
      vertx.close().await(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (Exception exception) {
      System.err.println("vertx: did not close in time: " + exception.getMessage());
    }
  }
}
