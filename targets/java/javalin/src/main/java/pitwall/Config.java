package pitwall;

import java.nio.file.Path;

/** What the environment says. Where the databases are, {@link Pools} reads for itself. */
record Config(String host, int port, int poolSize, Path sharedDir) {
  static Config read() {
    return new Config(
        text("HOST", "127.0.0.1"),
        number("PORT", 8080),
        number("DB_POOL_SIZE", 16),
        Path.of(text("SHARED_DIR", "../../shared")));
  }

  static String text(String name, String fallback) {
    String text = System.getenv(name);
    return text == null || text.isEmpty() ? fallback : text;
  }

  static int number(String name, int fallback) {
    return Integer.parseInt(text(name, String.valueOf(fallback)));
  }
}
