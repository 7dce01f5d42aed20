package pitwall

import java.time.LocalDateTime
import java.time.ZoneOffset.UTC
import javax.sql.DataSource
import kotlin.time.Clock
import kotlin.time.Instant
import kotlin.time.toKotlinInstant
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext
import org.jetbrains.exposed.v1.core.ColumnType
import org.jetbrains.exposed.v1.core.DatabaseConfig
import org.jetbrains.exposed.v1.core.ResultRow
import org.jetbrains.exposed.v1.core.Table
import org.jetbrains.exposed.v1.core.eq
import org.jetbrains.exposed.v1.core.statements.api.RowApi
import org.jetbrains.exposed.v1.jdbc.Database
import org.jetbrains.exposed.v1.jdbc.insert
import org.jetbrains.exposed.v1.jdbc.select
import org.jetbrains.exposed.v1.jdbc.selectAll
import org.jetbrains.exposed.v1.jdbc.transactions.transaction

private object SysMenu : Table("sys_menu") {
    val id = decimal("id", 24, 0)
    val name = varchar("name", 100)
    val showFlag = short("show_flag")
    val createDate = registerColumn("create_date", UtcColumn())
    val code = varchar("code", 100)
    val parentCode = varchar("parent_code", 100).nullable()
}

private object AccountRows : Table("accounts") {
    val id = long("id").autoIncrement()
    val createdAt = registerColumn("created_at", UtcColumn())
    val updatedAt = registerColumn("updated_at", UtcColumn())
    val registerDate = registerColumn("register_date", UtcColumn())
    val name = varchar("name", 100)
    val password = varchar("password", 100)
    val nickName = varchar("nick_name", 100)
    val introduction = varchar("introduction", 500)
    val status = integer("status")
    override val primaryKey = PrimaryKey(id)

    val shown = columns - password
}

/** Exposed's own column of times could not be had for this version. */
private class UtcColumn : ColumnType<Instant>() {
    override fun sqlType() = "DATETIME(3)"

    override fun readObject(rs: RowApi, index: Int): Any? = rs.getObject(index, LocalDateTime::class.java)

    override fun valueFromDB(value: Any): Instant =
        value as? Instant ?: (value as LocalDateTime).toInstant(UTC).toKotlinInstant()

    override fun notNullValueToDB(value: Instant): Any = written(value)
}

/** A query that fails is answered at once, not tried three times. */
fun exposed(pool: DataSource?): Database? =
    pool?.let { Database.connect(it, databaseConfig = DatabaseConfig { defaultMaxAttempts = 1 }) }

class ExposedMenus(private val database: Database?) : Menus {
    override suspend fun first(limit: Int): List<Menu> = database.orMissing("PGHOST").query {
        SysMenu.selectAll().orderBy(SysMenu.id).limit(limit).map { row ->
            Menu(
                row[SysMenu.id].toPlainString(),
                row[SysMenu.name],
                row[SysMenu.showFlag].toInt(),
                row[SysMenu.createDate],
                row[SysMenu.code],
                row[SysMenu.parentCode],
            )
        }
    }
}

class ExposedAccounts(private val database: Database?) : Accounts {
    override suspend fun all(): List<Account> = query {
        AccountRows.select(AccountRows.shown).orderBy(AccountRows.id).map(::account)
    }

    override suspend fun byId(id: Long): Account? = query {
        AccountRows.select(AccountRows.shown).where { AccountRows.id eq id }.map(::account).firstOrNull()
    }

    override suspend fun insert(account: NewAccount): Account = query {
        val now = toMilliseconds(Clock.System.now())
        val registered = toMilliseconds(account.registerDate)
        val inserted = AccountRows.insert {
            it[createdAt] = now
            it[updatedAt] = now
            it[registerDate] = registered
            it[name] = account.name
            it[password] = account.password
            it[nickName] = account.nickName
            it[introduction] = account.introduction
            it[status] = account.status
        }
        val id = inserted[AccountRows.id]
        Account(id, now, now, registered, account.name, account.nickName, account.introduction, account.status)
    }

    private suspend fun <T> query(block: () -> T): T = database.orMissing("MYSQL_HOST").query(block)
}

/** JDBC blocks its thread, and so it runs on the dispatcher for that. */
private suspend fun <T> Database.query(block: () -> T): T =
    withContext(Dispatchers.IO) { transaction(this@query) { block() } }

private fun account(row: ResultRow) = Account(
    row[AccountRows.id],
    row[AccountRows.createdAt],
    row[AccountRows.updatedAt],
    row[AccountRows.registerDate],
    row[AccountRows.name],
    row[AccountRows.nickName],
    row[AccountRows.introduction],
    row[AccountRows.status],
)
