package pitwall;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import java.io.IOException;

/** Answers Pitwall's scenarios with Undertow. */
public final class Server {
  /** Of a body. */
  private static final long MOST_BYTES = 1_000_000;

  private Server() {}

  public static void main(String[] arguments) throws IOException {
    Config config = Config.read();
    ObjectMapper json = Json.mapper();
    Undertow server =
        Undertow.builder()
            .addHttpListener(config.port(), config.host())
            .setIoThreads(config.workers())
            .setServerOption(UndertowOptions.SHUTDOWN_TIMEOUT, 2_000)
            .setServerOption(UndertowOptions.MAX_ENTITY_SIZE, MOST_BYTES)
            .setHandler(Handlers.open(config, json).root())
            .build();
    Runtime.getRuntime().addShutdownHook(new Thread(server::stop));
    server.start();
  }
}
