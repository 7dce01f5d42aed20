package pitwall

import java.sql.Connection
import java.sql.ResultSet
import java.sql.Statement.RETURN_GENERATED_KEYS
import java.time.ZoneOffset.UTC
import java.time.format.DateTimeFormatter
import javax.sql.DataSource
import kotlin.time.Clock
import kotlin.time.Instant
import kotlin.time.toJavaInstant
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext
import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable

private const val SELECT =
    "select id, created_at, updated_at, register_date, name, nick_name, introduction, status from accounts"
private const val ALL = "$SELECT order by id"
private const val BY_ID = "$SELECT where id = ?"
private const val INSERT =
    "insert into accounts (created_at, updated_at, register_date, name, password, nick_name, introduction, status) " +
        "values (?, ?, ?, ?, ?, ?, ?, ?)"

/**
 * Writes times as texts, because the driver cuts the milliseconds off a time before a server of a version below 5.6.4,
 * and MariaDB 10 begins its version with 5.5.5.
 */
private val WRITTEN = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS").withZone(UTC)

@Serializable
data class Account(
    val id: Long,
    @SerialName("created_at") val createdAt: Instant,
    @SerialName("updated_at") val updatedAt: Instant,
    @SerialName("register_date") val registerDate: Instant,
    val name: String,
    @SerialName("nick_name") val nickName: String,
    val introduction: String,
    val status: Int,
)

/** What a client sends. */
@Serializable
data class NewAccount(
    @SerialName("register_date") val registerDate: Instant,
    val name: String,
    val password: String,
    @SerialName("nick_name") val nickName: String,
    val introduction: String,
    val status: Int,
)

/** Reads and writes accounts. The columns hold milliseconds, and the answer is what a later read would see. */
interface Accounts {
    suspend fun all(): List<Account>

    suspend fun byId(id: Long): Account?

    suspend fun insert(account: NewAccount): Account
}

class JdbcAccounts(private val pool: DataSource?) : Accounts {
    override suspend fun all(): List<Account> = query { connection ->
        connection.prepareStatement(ALL).use { statement -> statement.executeQuery().use { it.map(::account) } }
    }

    override suspend fun byId(id: Long): Account? = query { connection ->
        connection.prepareStatement(BY_ID).use { statement ->
            statement.setLong(1, id)
            statement.executeQuery().use { it.map(::account).firstOrNull() }
        }
    }

    override suspend fun insert(account: NewAccount): Account = query { connection ->
        val now = toMilliseconds(Clock.System.now())
        val registerDate = toMilliseconds(account.registerDate)
        connection.prepareStatement(INSERT, RETURN_GENERATED_KEYS).use { statement ->
            statement.setString(1, written(now))
            statement.setString(2, written(now))
            statement.setString(3, written(registerDate))
            statement.setString(4, account.name)
            statement.setString(5, account.password)
            statement.setString(6, account.nickName)
            statement.setString(7, account.introduction)
            statement.setInt(8, account.status)
            statement.executeUpdate()
            val id = statement.generatedKeys.use { it.map { row -> row.getLong(1) }.single() }
            Account(id, now, now, registerDate, account.name, account.nickName, account.introduction, account.status)
        }
    }

    private suspend fun <T> query(block: (Connection) -> T): T = withContext(Dispatchers.IO) {
        pool.orMissing("MYSQL_HOST").connection.use(block)
    }
}

fun toMilliseconds(instant: Instant) = Instant.fromEpochMilliseconds(instant.toEpochMilliseconds())

fun written(instant: Instant): String = WRITTEN.format(instant.toJavaInstant())

private fun account(row: ResultSet) = Account(
    row.getLong(1),
    row.instant(2),
    row.instant(3),
    row.instant(4),
    row.getString(5),
    row.getString(6),
    row.getString(7),
    row.getInt(8),
)
