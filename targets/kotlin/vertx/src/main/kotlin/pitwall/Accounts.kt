package pitwall

import io.vertx.core.Future
import io.vertx.core.json.JsonArray
import io.vertx.core.json.JsonObject
import io.vertx.mysqlclient.MySQLClient
import io.vertx.sqlclient.Pool
import io.vertx.sqlclient.Row
import io.vertx.sqlclient.Tuple
import java.time.Instant
import java.time.LocalDateTime
import java.time.ZoneOffset.UTC
import java.time.temporal.ChronoUnit.MILLIS

private const val COLUMNS = "id, created_at, updated_at, register_date, name, nick_name, introduction, status"
private const val LIST = "select $COLUMNS from accounts order by id"
private const val GET = "select $COLUMNS from accounts where id = ?"
private const val INSERT =
    "insert into accounts (created_at, updated_at, register_date, name, password, nick_name, introduction, status)" +
        " values (?, ?, ?, ?, ?, ?, ?, ?)"

/** Reads and writes accounts. Their columns of time have no zone and hold UTC. */
class Accounts(private val pool: Pool?) {
    fun list(): Future<JsonArray> =
        prepared(LIST).mapping(::account).execute().map { JsonArray(it.toList()) }

    /** `null` where no row has the id. */
    fun get(id: Long): Future<JsonObject?> =
        prepared(GET).mapping(::account).execute(Tuple.of(id)).map { it.firstOrNull() }

    fun insert(account: NewAccount): Future<JsonObject> {
        val now = Instant.now().truncatedTo(MILLIS)
        val values = with(account) {
            Tuple.of(utc(now), utc(now), utc(registerDate), name, password, nickName, introduction, status)
        }
        return prepared(INSERT).execute(values).map { rows ->
            JsonObject.of(
                "id", rows.property(MySQLClient.LAST_INSERTED_ID),
                "created_at", now,
                "updated_at", now,
                "register_date", account.registerDate,
                "name", account.name,
                "nick_name", account.nickName,
                "introduction", account.introduction,
                "status", account.status,
            )
        }
    }

    private fun prepared(sql: String) = pool.orMissing("MYSQL_HOST").preparedQuery(sql)
}

/** Columns by their place in [COLUMNS]. */
private fun account(row: Row) = JsonObject.of(
    "id", row.getLong(0),
    "created_at", row.getLocalDateTime(1).toInstant(UTC),
    "updated_at", row.getLocalDateTime(2).toInstant(UTC),
    "register_date", row.getLocalDateTime(3).toInstant(UTC),
    "name", row.getString(4),
    "nick_name", row.getString(5),
    "introduction", row.getString(6),
    "status", row.getShort(7),
)

private fun utc(instant: Instant): LocalDateTime = LocalDateTime.ofInstant(instant, UTC)
