package pitwall.database;

import static io.r2dbc.spi.ConnectionFactoryOptions.DATABASE;
import static io.r2dbc.spi.ConnectionFactoryOptions.DRIVER;
import static io.r2dbc.spi.ConnectionFactoryOptions.HOST;
import static io.r2dbc.spi.ConnectionFactoryOptions.PASSWORD;
import static io.r2dbc.spi.ConnectionFactoryOptions.PORT;
import static io.r2dbc.spi.ConnectionFactoryOptions.USER;

import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactoryOptions;
import io.r2dbc.spi.Option;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.r2dbc.core.DatabaseClient;

/** One pool a database, or none where its variable is not set. A pool connects at the first query. */
@Configuration
public class SqlConfiguration {
  /** A request fails before its client gives up, which it does after 5 s. */
  private static final Duration WAIT = Duration.ofSeconds(4);

  private final Environment environment;
  private final int poolSize;

  public SqlConfiguration(Environment environment, @Value("${db-pool-size}") int poolSize) {
    this.environment = environment;
    this.poolSize = poolSize;
  }

  @Bean(destroyMethod = "dispose")
  @ConditionalOnProperty("PGHOST")
  ConnectionPool postgresqlPool() {
    return pool(options("postgresql").build());
  }

  @Bean
  @ConditionalOnProperty("PGHOST")
  DatabaseClient postgresql(@Qualifier("postgresqlPool") ConnectionPool pool) {
    return DatabaseClient.create(pool);
  }

  /**
   * The driver writes the parameters into the text of a query, its default. Told to prepare it, it would reset the
   * statement before each use, which is one more round trip.
   */
  @Bean(destroyMethod = "dispose")
  @ConditionalOnProperty("MYSQL_HOST")
  ConnectionPool mysqlPool() {
    return pool(
        options("mysql")
            .option(Option.valueOf("connectionTimeZone"), "UTC")
            .build());
  }

  @Bean
  @ConditionalOnProperty("MYSQL_HOST")
  DatabaseClient mysql(@Qualifier("mysqlPool") ConnectionPool pool) {
    return DatabaseClient.create(pool);
  }

  private ConnectionFactoryOptions.Builder options(String database) {
    return ConnectionFactoryOptions.builder()
        .option(DRIVER, database)
        .option(HOST, environment.getRequiredProperty(database + ".host"))
        .option(PORT, environment.getRequiredProperty(database + ".port", Integer.class))
        .option(USER, environment.getRequiredProperty(database + ".username"))
        .option(PASSWORD, environment.getRequiredProperty(database + ".password"))
        .option(DATABASE, environment.getRequiredProperty(database + ".database"));
  }

  private ConnectionPool pool(ConnectionFactoryOptions options) {
    return new ConnectionPool(
        ConnectionPoolConfiguration.builder(ConnectionFactories.get(options))
            .initialSize(0)
            .maxSize(poolSize)
            .maxAcquireTime(WAIT)
            .build());
  }
}
