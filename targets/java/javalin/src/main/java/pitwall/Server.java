package pitwall;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.Javalin;
import io.javalin.json.JavalinJackson;
import java.io.IOException;

/** Answers Pitwall's scenarios with Javalin. */
public final class Server {
  private Server() {}

  public static void main(String[] arguments) throws IOException {
    Config config = Config.read();
    ObjectMapper json = Json.mapper();
    Handlers handlers = Handlers.open(config, json);
    Javalin server =
        Javalin.create(
            javalin -> {
              javalin.startup.showJavalinBanner = false;
              javalin.jsonMapper(new JavalinJackson(json, false));
              handlers.addTo(javalin.routes);
            });
    Runtime.getRuntime().addShutdownHook(new Thread(server::stop));
    server.start(config.host(), config.port());
  }
}
