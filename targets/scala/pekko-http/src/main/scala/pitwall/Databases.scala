package pitwall

import com.mongodb.ConnectionString
import com.mongodb.MongoClientSettings
import com.mongodb.client.MongoClients
import com.mongodb.client.MongoDatabase
import com.zaxxer.hikari.HikariConfig
import com.zaxxer.hikari.HikariDataSource
import java.util.concurrent.TimeUnit.SECONDS
import javax.sql.DataSource

/**
 * Opens one pool a database, or none where its variable is not set. A pool connects in the background, so that the
 * server starts without its databases.
 */
object Databases:
  /** A request fails before its client gives up, which it does after 5 s. */
  private val WaitMilliseconds = 4_000L

  /** The driver would make a request wait for 30 s where the server is not there. */
  private val SelectionSeconds = 3L

  /** From HikariCP's page on MySQL. */
  private val Tuning = Map(
    "cachePrepStmts" -> true,
    "prepStmtCacheSize" -> 250,
    "prepStmtCacheSqlLimit" -> 2048,
    "useServerPrepStmts" -> true,
    "useLocalSessionState" -> true,
    "rewriteBatchedStatements" -> true,
    "cacheResultSetMetadata" -> true,
    "cacheServerConfiguration" -> true,
    "elideSetAutoCommits" -> true,
    "maintainTimeStats" -> false,
  )

  /** The other targets' drivers speak plain text to a server on the same machine. */
  private val PlainText = Map("sslMode" -> "DISABLED", "allowPublicKeyRetrieval" -> true)

  def postgresql(size: Int): Option[DataSource] =
    Environment.get("PGHOST").map { host =>
      val user = Environment.text("PGUSER", "")
      val place = s"$host:${Environment.number("PGPORT", 5432)}/${Environment.text("PGDATABASE", user)}"
      pool(s"jdbc:postgresql://$place", user, Environment.text("PGPASSWORD", ""), size, Map.empty)
    }

  def mysql(size: Int): Option[DataSource] =
    Environment.get("MYSQL_HOST").map { host =>
      val place = s"$host:${Environment.number("MYSQL_PORT", 3306)}/${Environment.text("MYSQL_DATABASE", "")}"
      val user = Environment.text("MYSQL_USER", "")
      pool(s"jdbc:mysql://$place", user, Environment.text("MYSQL_PASSWORD", ""), size, Tuning ++ PlainText)
    }

  private def pool(url: String, user: String, password: String, size: Int, more: Map[String, Any]): DataSource =
    val config = HikariConfig()
    config.setJdbcUrl(url)
    config.setUsername(user)
    config.setPassword(password)
    config.setMaximumPoolSize(size)
    config.setConnectionTimeout(WaitMilliseconds)
    config.setValidationTimeout(WaitMilliseconds - 1_000)
    config.setInitializationFailTimeout(-1)
    more.foreach((name, value) => config.addDataSourceProperty(name, value))
    HikariDataSource(config)

  def mongodb(size: Int): Option[MongoDatabase] =
    Environment.get("MONGODB_URI").map { text =>
      val uri = ConnectionString(text)
      val settings = MongoClientSettings
        .builder()
        .applyConnectionString(uri)
        .applyToConnectionPoolSettings(pool => pool.maxSize(size))
        .applyToClusterSettings(cluster => cluster.serverSelectionTimeout(SelectionSeconds, SECONDS))
        .build()
      MongoClients.create(settings).getDatabase(uri.getDatabase)
    }

extension [T](pool: Option[T])
  /** A query of a database that is not configured fails like one of a database that is down. */
  def orMissing(variable: String): T =
    pool.getOrElse(throw IllegalStateException(s"no database: $variable is not set"))
