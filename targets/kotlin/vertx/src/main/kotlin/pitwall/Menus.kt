package pitwall

import io.vertx.core.Future
import io.vertx.core.json.JsonArray
import io.vertx.core.json.JsonObject
import io.vertx.sqlclient.Pool
import io.vertx.sqlclient.Row
import io.vertx.sqlclient.Tuple
import java.time.ZoneOffset.UTC

private const val FIRST =
    "select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit \$1"

/** Reads sys_menu. */
class Menus(private val pool: Pool?) {
    fun first(limit: Int): Future<JsonArray> =
        pool.orMissing("PGHOST")
            .preparedQuery(FIRST)
            .mapping(::menu)
            .execute(Tuple.of(limit))
            .map { JsonArray(it.toList()) }
}

/** Columns by their place in the query. An id has more digits than a JSON number keeps. */
private fun menu(row: Row) = JsonObject.of(
    "id", row.getNumeric(0).toString(),
    "name", row.getString(1),
    "show_flag", row.getShort(2),
    "create_date", row.getLocalDateTime(3).toInstant(UTC),
    "code", row.getString(4),
    "parent_code", row.getString(5),
)
