package pitwall

import com.mongodb.ConnectionString
import com.mongodb.MongoClientSettings
import com.mongodb.kotlin.client.coroutine.MongoClient
import com.mongodb.kotlin.client.coroutine.MongoDatabase
import com.zaxxer.hikari.HikariConfig
import com.zaxxer.hikari.HikariDataSource
import java.util.concurrent.TimeUnit.SECONDS
import javax.sql.DataSource

/** A request fails before its client gives up, which it does after 5 s. */
private const val WAIT_MILLISECONDS = 4_000L

/** MongoDB's driver would make a request wait for 30 s where the server is not there. */
private const val SELECTION_SECONDS = 3L

/**
 * One pool a database, or `null` where its variable is not set. A pool connects in the background, so that the server
 * starts without its databases.
 */
fun postgresql(config: Config): DataSource? = config["PGHOST"]?.let { host ->
    val user = config["PGUSER"].orEmpty()
    pool(config) {
        jdbcUrl = "jdbc:postgresql://$host:${config.number("PGPORT", 5432)}/${config["PGDATABASE"] ?: user}"
        username = user
        password = config["PGPASSWORD"].orEmpty()
    }
}

/** The cached statements and what follows are from HikariCP's page on MySQL. */
fun mysql(config: Config): DataSource? = config["MYSQL_HOST"]?.let { host ->
    pool(config) {
        jdbcUrl = "jdbc:mysql://$host:${config.number("MYSQL_PORT", 3306)}/${config["MYSQL_DATABASE"].orEmpty()}"
        username = config["MYSQL_USER"].orEmpty()
        password = config["MYSQL_PASSWORD"].orEmpty()
        // The other targets' drivers speak plain text to a server on the same machine.
        addDataSourceProperty("sslMode", "DISABLED")
        addDataSourceProperty("allowPublicKeyRetrieval", true)
        addDataSourceProperty("cachePrepStmts", true)
        addDataSourceProperty("prepStmtCacheSize", 250)
        addDataSourceProperty("prepStmtCacheSqlLimit", 2048)
        addDataSourceProperty("useServerPrepStmts", true)
        addDataSourceProperty("useLocalSessionState", true)
        addDataSourceProperty("rewriteBatchedStatements", true)
        addDataSourceProperty("cacheResultSetMetadata", true)
        addDataSourceProperty("cacheServerConfiguration", true)
        addDataSourceProperty("elideSetAutoCommits", true)
        addDataSourceProperty("maintainTimeStats", false)
    }
}

fun mongodb(config: Config): MongoDatabase? = config["MONGODB_URI"]?.let { text ->
    val uri = ConnectionString(text)
    val settings = MongoClientSettings.builder()
        .applyConnectionString(uri)
        .applyToConnectionPoolSettings { it.maxSize(config.poolSize) }
        .applyToClusterSettings { it.serverSelectionTimeout(SELECTION_SECONDS, SECONDS) }
        .build()
    MongoClient.create(settings).getDatabase(uri.database!!)
}

private fun pool(config: Config, configure: HikariConfig.() -> Unit): DataSource = HikariDataSource(
    HikariConfig().apply {
        configure()
        maximumPoolSize = config.poolSize
        connectionTimeout = WAIT_MILLISECONDS
        validationTimeout = WAIT_MILLISECONDS - 1_000
        initializationFailTimeout = -1
        // Exposed opens a transaction for each request: a connection in auto-commit would be switched to and fro.
        isAutoCommit = !config.isExposed
    },
)

/** A query of a database that is not configured fails like one of a database that is down. */
fun <T : Any> T?.orMissing(variable: String): T = checkNotNull(this) { "no database: $variable is not set" }
