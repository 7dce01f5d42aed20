package pitwall;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.helidon.http.media.jackson.JacksonSupport;
import io.helidon.logging.common.LogConfig;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.time.Duration;

/** Answers Pitwall's scenarios with Helidon's web server. */
public final class Server {
  /** Requests under way may take so long to finish after SIGTERM. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** More than any account has: Helidon itself sets no limit. */
  private static final long MOST_BODY_BYTES = 1_000_000;

  /**
   * More than any response but the list of accounts: what does not fit leaves in chunks, and Jackson hands over 8,000
   * bytes at once, twice what Helidon itself would hold.
   */
  private static final int WRITE_BUFFER_BYTES = 16 * 1024;

  private Server() {}

  public static void main(String[] arguments) throws IOException {
    // Reads logging.properties.
    LogConfig.configureRuntime();
    // The threads that run virtual threads: read when the first one starts.
    String workers = System.getenv("WORKERS");
    if (workers != null) {
      System.setProperty("jdk.virtualThreadScheduler.parallelism", workers);
    }
    Config config = Config.read();
    ObjectMapper json = Json.mapper();
    Handlers handlers = Handlers.open(config, json);
    WebServer.builder()
        .host(config.host())
        .port(config.port())
        .shutdownGracePeriod(GRACE)
        .maxPayloadSize(MOST_BODY_BYTES)
        .writeBufferSize(WRITE_BUFFER_BYTES)
        // A body of some kilobytes leaves in several writes: without this, the last one waits 40 ms for the client's
        // delayed acknowledgement of those before it.
        .connectionOptions(options -> options.tcpNoDelay(true))
        .mediaContext(media -> media.addMediaSupport(JacksonSupport.create(json)))
        .routing(handlers::addTo)
        .build()
        .start();
  }
}
