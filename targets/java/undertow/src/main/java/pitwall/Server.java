package pitwall;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import java.io.IOException;

/** Answers Pitwall's scenarios with Undertow. */
public final class Server {
  private Server() {}

  public static void main(String[] arguments) throws IOException {
    Config config = Config.read();
    ObjectMapper json = Json.mapper();
    Undertow server =
        Undertow.builder()
            .addHttpListener(config.port(), config.host())
            .setIoThreads(config.workers())
            .setServerOption(UndertowOptions.SHUTDOWN_TIMEOUT, 2_000)
            .setHandler(Handlers.open(config, json).root())
            .build();
    Runtime.getRuntime().addShutdownHook(new Thread(server::stop));
    server.start();
  }
}
