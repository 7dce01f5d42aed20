package pitwall;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.noear.solon.annotation.Bean;
import org.noear.solon.annotation.Configuration;
import org.noear.solon.annotation.Inject;

/**
 * Opens one pool a database, or none where its variable is not set. A pool connects in the background, so that the
 * server starts without its databases.
 */
@Configuration
public class Pools {
  /** A request fails before its client gives up, which it does after 5 s. */
  private static final int WAIT_MILLISECONDS = 4_000;

  /** The driver would make a request wait for 30 s where the server is not there. */
  private static final int SELECTION_SECONDS = 3;

  @Inject("${poolSize}")
  private int size;

  @Bean
  Menus menus() {
    return new Menus(postgresql());
  }

  @Bean
  Accounts accounts() {
    return new Accounts(mysql());
  }

  @Bean
  Users users() {
    return new Users(mongodb());
  }

  private DataSource postgresql() {
    String host = text("PGHOST", null);
    if (host == null) {
      return null;
    }
    String user = text("PGUSER", "");
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(
        "jdbc:postgresql://%s:%d/%s".formatted(host, number("PGPORT", 5432), text("PGDATABASE", user)));
    config.setUsername(user);
    config.setPassword(text("PGPASSWORD", ""));
    return open(config);
  }

  /** The cached statements and what follows are from HikariCP's page on MySQL. */
  private DataSource mysql() {
    String host = text("MYSQL_HOST", null);
    if (host == null) {
      return null;
    }
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(
        "jdbc:mysql://%s:%d/%s"
            .formatted(host, number("MYSQL_PORT", 3306), text("MYSQL_DATABASE", "")));
    config.setUsername(text("MYSQL_USER", ""));
    config.setPassword(text("MYSQL_PASSWORD", ""));
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
    return open(config);
  }

  private DataSource open(HikariConfig config) {
    config.setMaximumPoolSize(size);
    config.setConnectionTimeout(WAIT_MILLISECONDS);
    config.setValidationTimeout(WAIT_MILLISECONDS - 1_000);
    config.setInitializationFailTimeout(-1);
    return new HikariDataSource(config);
  }

  private MongoDatabase mongodb() {
    String text = text("MONGODB_URI", null);
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

  private static String text(String name, String fallback) {
    String text = System.getenv(name);
    return text == null || text.isEmpty() ? fallback : text;
  }

  private static int number(String name, int fallback) {
    return Integer.parseInt(text(name, String.valueOf(fallback)));
  }
}
