package pitwall;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Context;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Property;
import io.micronaut.context.annotation.Requires;
import jakarta.inject.Named;
import jakarta.inject.Singleton;
import java.util.concurrent.TimeUnit;

/**
 * Opens one pool a database when the server starts, or none where its variable is not set. A pool connects in the
 * background, so that the server starts without its databases.
 */
@Factory
class Pools {
  /** A request fails before its client gives up, which it does after 5 s. */
  private static final int WAIT_MILLISECONDS = 4_000;

  /** The driver would make a request wait for 30 s where the server is not there. */
  private static final int SELECTION_SECONDS = 3;

  private final int size;

  Pools(@Property(name = "db-pool-size") int size) {
    this.size = size;
  }

  @Bean(preDestroy = "close")
  @Context
  @Requires(property = "pghost")
  @Named("postgresql")
  HikariDataSource postgresql(
      @Property(name = "postgresql.url") String url,
      @Property(name = "postgresql.username") String username,
      @Property(name = "postgresql.password") String password) {
    return open(url, username, password, new HikariConfig());
  }

  /** The cached statements and what follows are from HikariCP's page on MySQL. */
  @Bean(preDestroy = "close")
  @Context
  @Requires(property = "mysql.host")
  @Named("mysql")
  HikariDataSource mysql(
      @Property(name = "mysql.url") String url,
      @Property(name = "mysql.username") String username,
      @Property(name = "mysql.password") String password) {
    HikariConfig config = new HikariConfig();
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
    return open(url, username, password, config);
  }

  private HikariDataSource open(String url, String username, String password, HikariConfig config) {
    config.setJdbcUrl(url);
    config.setUsername(username);
    config.setPassword(password);
    config.setMaximumPoolSize(size);
    config.setConnectionTimeout(WAIT_MILLISECONDS);
    config.setValidationTimeout(WAIT_MILLISECONDS - 1_000);
    config.setInitializationFailTimeout(-1);
    return new HikariDataSource(config);
  }

  @Bean(preDestroy = "close")
  @Context
  @Requires(property = "mongodb.uri")
  MongoClient mongodb(@Property(name = "mongodb.uri") String uri) {
    return MongoClients.create(
        MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(uri))
            .applyToConnectionPoolSettings(pool -> pool.maxSize(size))
            .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(SELECTION_SECONDS, TimeUnit.SECONDS))
            .build());
  }

  @Singleton
  @Requires(property = "mongodb.uri")
  MongoDatabase database(MongoClient client, @Property(name = "mongodb.uri") String uri) {
    return client.getDatabase(new ConnectionString(uri).getDatabase());
  }
}
