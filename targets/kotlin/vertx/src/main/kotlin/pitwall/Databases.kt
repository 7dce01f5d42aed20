package pitwall

import io.vertx.core.Vertx
import io.vertx.core.json.JsonObject
import io.vertx.ext.mongo.MongoClient
import io.vertx.mysqlclient.MySQLBuilder
import io.vertx.mysqlclient.MySQLConnectOptions
import io.vertx.pgclient.PgBuilder
import io.vertx.pgclient.PgConnectOptions
import io.vertx.sqlclient.Pool
import io.vertx.sqlclient.PoolOptions

/**
 * How long a request waits for a connection of an SQL pool. It fails before its client gives up, which it does after
 * 5 s.
 */
private const val CONNECT_SECONDS = 4

/** MongoDB's driver would make a request wait for 30 s where the server is not there. */
private const val SELECTION_MILLISECONDS = 3_000

/**
 * One pool a database, made outside of the verticles and shared by all of them. A pool connects when it is first
 * asked and keeps what it opened; one that is not configured is `null`.
 */
class Databases(vertx: Vertx, config: Config) {
    val postgresql: Pool? = config["PGHOST"]?.let {
        PgBuilder.pool()
            .with(poolOptions(config))
            .connectingTo(PgConnectOptions.fromEnv().apply { cachePreparedStatements = true })
            .using(vertx)
            .build()
    }

    val mysql: Pool? = config["MYSQL_HOST"]?.let { host ->
        val options = MySQLConnectOptions().setHost(host).setCachePreparedStatements(true)
        config["MYSQL_PORT"]?.let { options.port = it.toInt() }
        config["MYSQL_USER"]?.let { options.user = it }
        config["MYSQL_PASSWORD"]?.let { options.password = it }
        config["MYSQL_DATABASE"]?.let { options.database = it }
        MySQLBuilder.pool().with(poolOptions(config)).connectingTo(options).using(vertx).build()
    }

    val mongodb: MongoClient? = config["MONGODB_URI"]?.let { uri ->
        MongoClient.createShared(
            vertx,
            JsonObject.of(
                "connection_string", uri,
                "maxPoolSize", config.poolSize,
                "serverSelectionTimeoutMS", SELECTION_MILLISECONDS,
            ),
        )
    }

    private fun poolOptions(config: Config) =
        PoolOptions().setMaxSize(config.poolSize).setConnectionTimeout(CONNECT_SECONDS)
}

/** A query of a database that is not configured fails like one of a database that is down. */
fun <T : Any> T?.orMissing(variable: String): T = checkNotNull(this) { "no database: $variable is not set" }
