package pitwall;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.Javalin;
import io.javalin.json.JavalinJackson;
import java.io.IOException;
import org.eclipse.jetty.server.handler.GracefulHandler;

/** Answers Pitwall's scenarios with Javalin. */
public final class Server {
  /**
   * How long requests under way may take to finish after SIGTERM. Jetty takes up to 2 s to end connections that are
   * idle, and says that it failed to stop if it may not.
   */
  private static final long GRACE_MILLISECONDS = 3_000;

  private Server() {}

  public static void main(String[] arguments) throws IOException {
    Config config = Config.read();
    ObjectMapper json = Json.mapper();
    Handlers handlers = Handlers.open(config, json);
    Javalin server =
        Javalin.create(
            javalin -> {
              javalin.startup.showJavalinBanner = false;
              javalin.jetty.modifyServer(
                  jetty -> {
                    // Jetty waits for the requests that this handler knows of.
                    jetty.insertHandler(new GracefulHandler());
                    jetty.setStopTimeout(GRACE_MILLISECONDS);
                  });
              javalin.jsonMapper(new JavalinJackson(json, false));
              handlers.addTo(javalin.routes);
            });
    Runtime.getRuntime().addShutdownHook(new Thread(server::stop));
    server.start(config.host(), config.port());
  }
}
