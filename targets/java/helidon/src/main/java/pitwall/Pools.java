package pitwall;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Opens one pool a database, or none where its variable is not set. A pool connects in the background, so that the
 * server starts without its databases.
 */
final class Pools {
  /** A request fails before its client gives up, which it does after 5 s. */
  private static final int WAIT_MILLISECONDS = 4_000;

  /** The driver would make a request wait for 30 s where the server is not there. */
  private static final int SELECTION_SECONDS = 3;

  private Pools() {}

  static DataSource postgresql(int size) {
    String host = Config.text("PGHOST", null);
    if (host == null) {
      return null;
    }
    String user = Config.text("PGUSER", "");
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(
        "jdbc:postgresql://%s:%d/%s".formatted(host, Config.number("PGPORT", 5432), Config.text("PGDATABASE", user)));
    config.setUsername(user);
    config.setPassword(Config.text("PGPASSWORD", ""));
    return open(config, size);
  }

  /** The cached statements and what follows are from HikariCP's page on MySQL. */
  static DataSource mysql(int size) {
    String host = Config.text("MYSQL_HOST", null);
    if (host == null) {
      return null;
    }
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(
        "jdbc:mysql://%s:%d/%s"
            .formatted(host, Config.number("MYSQL_PORT", 3306), Config.text("MYSQL_DATABASE", "")));
    config.setUsername(Config.text("MYSQL_USER", ""));
    config.setPassword(Config.text("MYSQL_PASSWORD", ""));
    // The other targets' drivers speak plain text to a server on the same machine.
    config.addDataSourceProperty("sslMode", "DISABLED");
    config.addDataSourceProperty("allowPublicKeyRetrieval", true);
    config.addDataSourceProperty("cachePrepStmts", true);
    config.addDataSourceProperty("prepStmtCacheSize", 250);
    config.addDataSourceProperty("prepStmtCacheSqlLimit", 2048);
    config.addDataSourceProperty("useServerPrepStmts", true);
    config.addDataSourceProperty("useLocalSessionState", true);
    config.addDataSourceProperty("rewriteBatchedStatements", true);
    config.addDataSourceProperty("cacheResultSetMetadata", true);
    config.addDataSourceProperty("cacheServerConfiguration", true);
    config.addDataSourceProperty("elideSetAutoCommits", true);
    config.addDataSourceProperty("maintainTimeStats", false);
    return open(config, size);
  }

  private static DataSource open(HikariConfig config, int size) {
    config.setMaximumPoolSize(size);
    config.setConnectionTimeout(WAIT_MILLISECONDS);
    config.setValidationTimeout(WAIT_MILLISECONDS - 1_000);
    config.setInitializationFailTimeout(-1);
    return new HikariDataSource(config);
  }

  static MongoDatabase mongodb(int size) {
    String text = Config.text("MONGODB_URI", null);
    if (text == null) {
      return null;
    }
    ConnectionString uri = new ConnectionString(text);
    MongoClientSettings settings =
        MongoClientSettings.builder()
            .applyConnectionString(uri)
            .applyToConnectionPoolSettings(pool -> pool.maxSize(size))
            .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(SELECTION_SECONDS, TimeUnit.SECONDS))
            .build();
    return MongoClients.create(settings).getDatabase(uri.getDatabase());
  }

  /** Returns a pool. A query of a database that is not configured fails like one of a database that is down. */
  static <T> T open(T pool, String variable) {
    if (pool == null) {
      throw new IllegalStateException("no database: " + variable + " is not set");
    }
    return pool;
  }
}
