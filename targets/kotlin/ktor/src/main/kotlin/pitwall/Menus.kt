package pitwall

import java.sql.ResultSet
import java.time.LocalDateTime
import java.time.ZoneOffset.UTC
import javax.sql.DataSource
import kotlin.time.Instant
import kotlin.time.toKotlinInstant
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext
import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable

private const val FIRST =
    "select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit ?"

/** The id has more digits than a number of JSON holds. */
@Serializable
data class Menu(
    val id: String,
    val name: String,
    @SerialName("show_flag") val showFlag: Int,
    @SerialName("create_date") val createDate: Instant,
    val code: String,
    @SerialName("parent_code") val parentCode: String?,
)

/** Reads sys_menu. */
interface Menus {
    suspend fun first(limit: Int): List<Menu>
}

/** JDBC blocks its thread, and so it runs on the dispatcher for that. */
class JdbcMenus(private val pool: DataSource?) : Menus {
    override suspend fun first(limit: Int): List<Menu> = withContext(Dispatchers.IO) {
        pool.orMissing("PGHOST").connection.use { connection ->
            connection.prepareStatement(FIRST).use { statement ->
                statement.setInt(1, limit)
                statement.executeQuery().use { rows -> rows.map(::menu) }
            }
        }
    }
}

private fun menu(row: ResultSet) = Menu(
    row.getString(1),
    row.getString(2),
    row.getInt(3),
    row.instant(4),
    row.getString(5),
    row.getString(6),
)

fun <T> ResultSet.map(transform: (ResultSet) -> T): List<T> = buildList {
    while (next()) add(transform(this@map))
}

/** A time has no zone in the tables, where it is UTC. */
fun ResultSet.instant(column: Int): Instant =
    getObject(column, LocalDateTime::class.java).toInstant(UTC).toKotlinInstant()
