package pitwall;

import io.vertx.sqlclient.PoolOptions;
import java.nio.file.Path;

/**
 * What the environment says about where and with what to serve. Where the databases are, each store reads for
 * itself.
 */
record Config(String host, int port, int workers, int poolSize, Path sharedDir) {
  /**
   * How long a request waits for a connection of an SQL pool. It fails before its client gives up, which it does after
   * 5 s.
   */
  private static final int CONNECT_SECONDS = 4;

  static Config read() {
    String sharedDir = text("SHARED_DIR", null);
    if (sharedDir == null) {
      throw new IllegalArgumentException(
          "SHARED_DIR: expected the folder of sentence.txt and assets.json, it is not set");
    }
    return new Config(
        text("HOST", "127.0.0.1"),
        number("PORT", 8080, 65_535),
        number("WORKERS", Runtime.getRuntime().availableProcessors(), 1_024),
        number("DB_POOL_SIZE", 16, 10_000),
        Path.of(sharedDir));
  }

  static PoolOptions pool(int size) {
    return new PoolOptions().setMaxSize(size).setConnectionTimeout(CONNECT_SECONDS);
  }

  static String text(String name, String fallback) {
    String text = System.getenv(name);
    return text == null || text.isEmpty() ? fallback : text;
  }

  /** A number from 1 to {@code most}; {@code fallback} stands for a variable that is not set. */
  static int number(String name, int fallback, int most) {
    String text = text(name, String.valueOf(fallback));
    try {
      int number = Integer.parseInt(text);
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (NumberFormatException exception) {
      // Answered below, like a number out of bounds.
    }
    throw new IllegalArgumentException(
        "%s: expected a number from 1 to %d, got \"%s\"".formatted(name, most, text));
  }
}
