package pitwall

import com.mongodb.client.MongoDatabase
import com.mongodb.client.model.Sorts
import java.sql.Connection
import java.sql.PreparedStatement
import java.sql.ResultSet
import java.sql.Statement.RETURN_GENERATED_KEYS
import java.time.Instant
import java.time.LocalDateTime
import java.time.ZoneOffset.UTC
import java.time.format.DateTimeFormatter
import java.time.temporal.ChronoUnit.MILLIS
import javax.sql.DataSource
import org.bson.Document
import scala.concurrent.ExecutionContext
import scala.concurrent.Future
import scala.jdk.CollectionConverters.*
import scala.util.Using

extension (row: ResultSet)
  /** A time has no zone in the tables, where it is UTC. */
  private def instant(column: Int): Instant = row.getObject(column, classOf[LocalDateTime]).toInstant(UTC)

extension (statement: PreparedStatement)
  private def read[T](transform: ResultSet => T): Vector[T] =
    Using.resource(statement.executeQuery()) { rows =>
      Iterator.continually(rows).takeWhile(_.next()).map(transform).toVector
    }

/** Reads sys_menu, on the dispatcher for what blocks. */
final class Menus(pool: Option[DataSource])(using ExecutionContext):
  private val First =
    "select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit ?"

  def first(limit: Int): Future[Vector[Menu]] = Future {
    Using.Manager { use =>
      val statement = use(use(pool.orMissing("PGHOST").getConnection).prepareStatement(First))
      statement.setInt(1, limit)
      statement.read { row =>
        Menu(
          row.getString(1),
          row.getString(2),
          row.getInt(3),
          row.instant(4),
          row.getString(5),
          Option(row.getString(6)),
        )
      }
    }.get
  }

/** Reads and writes accounts, on the dispatcher for what blocks. */
final class Accounts(pool: Option[DataSource])(using ExecutionContext):
  private val Select =
    "select id, created_at, updated_at, register_date, name, nick_name, introduction, status from accounts"
  private val All = s"$Select order by id"
  private val ById = s"$Select where id = ?"
  private val Insert =
    """insert into accounts
      |  (created_at, updated_at, register_date, name, password, nick_name, introduction, status)
      |values (?, ?, ?, ?, ?, ?, ?, ?)""".stripMargin

  /**
   * Writes times as texts, because the driver cuts the milliseconds off a time before a server of a version below
   * 5.6.4, and MariaDB 10 begins its version with 5.5.5.
   */
  private val Written = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS").withZone(UTC)

  def all(): Future[Vector[Account]] = query(_.prepareStatement(All))(_.read(account))

  def byId(id: Long): Future[Option[Account]] = query(_.prepareStatement(ById)) { statement =>
    statement.setLong(1, id)
    statement.read(account).headOption
  }

  /** The columns hold milliseconds, and the answer is what a later read would see. */
  def insert(account: NewAccount): Future[Account] =
    query(_.prepareStatement(Insert, RETURN_GENERATED_KEYS)) { statement =>
      val now = Instant.now().truncatedTo(MILLIS)
      val registerDate = account.registerDate.truncatedTo(MILLIS)
      statement.setString(1, Written.format(now))
      statement.setString(2, Written.format(now))
      statement.setString(3, Written.format(registerDate))
      statement.setString(4, account.name)
      statement.setString(5, account.password)
      statement.setString(6, account.nickName)
      statement.setString(7, account.introduction)
      statement.setInt(8, account.status)
      statement.executeUpdate()
      val id = Using.resource(statement.getGeneratedKeys) { keys =>
        keys.next()
        keys.getLong(1)
      }
      Account(id, now, now, registerDate, account.name, account.nickName, account.introduction, account.status)
    }

  private def query[T](prepare: Connection => PreparedStatement)(run: PreparedStatement => T): Future[T] = Future {
    Using.Manager(use => run(use(prepare(use(pool.orMissing("MYSQL_HOST").getConnection))))).get
  }

  private def account(row: ResultSet): Account = Account(
    row.getLong(1),
    row.instant(2),
    row.instant(3),
    row.instant(4),
    row.getString(5),
    row.getString(6),
    row.getString(7),
    row.getInt(8),
  )

/** Reads the collection users, on the dispatcher for what blocks. */
final class Users(database: Option[MongoDatabase])(using ExecutionContext):
  def all(): Future[Vector[User]] = Future {
    val found = database.orMissing("MONGODB_URI").getCollection("users").find().sort(Sorts.ascending("_id"))
    found.asScala.map(user).toVector
  }

  private def user(document: Document): User = User(
    document.getObjectId("_id").toHexString,
    document.getString("username"),
    document.getDate("created_at").toInstant,
    document.getDate("updated_at").toInstant,
  )
