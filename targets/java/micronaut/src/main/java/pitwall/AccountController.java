package pitwall;

import io.micronaut.http.HttpStatus;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Status;
import io.micronaut.http.exceptions.HttpStatusException;
import io.micronaut.json.JsonMapper;
import io.micronaut.json.tree.JsonNode;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.micronaut.serde.annotation.Serdeable;
import io.micronaut.serde.config.naming.SnakeCaseStrategy;
import jakarta.inject.Named;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Reads and writes accounts. Times have no zone in the table, where they are UTC. */
@Controller("/accounts")
@ExecuteOn(TaskExecutors.BLOCKING)
class AccountController {
  private static final String SELECT =
      "select id, created_at, updated_at, register_date, name, nick_name, introduction, status from accounts ";
  private static final String ALL = SELECT + "order by id";
  private static final String BY_ID = SELECT + "where id = ?";
  private static final String INSERT =
      """
      insert into accounts
        (created_at, updated_at, register_date, name, password, nick_name, introduction, status)
      values (?, ?, ?, ?, ?, ?, ?, ?)""";

  private static final List<String> TEXTS =
      List.of("register_date", "name", "password", "nick_name", "introduction");

  /**
   * Writes times as texts, because the driver cuts the milliseconds off a time before a server of a version below
   * 5.6.4, and MariaDB 10 begins its version with 5.5.5.
   */
  private static final DateTimeFormatter WRITTEN =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  private final DataSource pool;
  private final JsonMapper json;

  @Serdeable(naming = SnakeCaseStrategy.class)
  record Account(
      long id,
      Instant createdAt,
      Instant updatedAt,
      Instant registerDate,
      String name,
      String nickName,
      String introduction,
      int status) {}

  /** What a client sends. */
  @Serdeable(naming = SnakeCaseStrategy.class)
  record NewAccount(
      Instant registerDate, String name, String password, String nickName, String introduction, int status) {}

  AccountController(@Named("mysql") DataSource pool, JsonMapper json) {
    this.pool = pool;
    this.json = json;
  }

  @Get
  List<Account> all() throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(ALL);
        ResultSet rows = statement.executeQuery()) {
      List<Account> accounts = new ArrayList<>();
      while (rows.next()) {
        accounts.add(account(rows));
      }
      return accounts;
    }
  }

  /** A path that is no number is an unknown one. */
  @Get("/{id:[0-9]+}")
  Account byId(String id) throws SQLException {
    long number = number(id);
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(BY_ID)) {
      statement.setLong(1, number);
      try (ResultSet rows = statement.executeQuery()) {
        if (!rows.next()) {
          throw ErrorEnvelope.notFound();
        }
        return account(rows);
      }
    }
  }

  /** Micronaut would answer 400 where the digits are too many for a long: no row has such an id. */
  private static long number(String id) {
    try {
      return Long.parseLong(id);
    } catch (NumberFormatException exception) {
      throw ErrorEnvelope.notFound();
    }
  }

  /** The columns hold milliseconds, and the answer is what a later read would see. */
  @Post
  @Status(HttpStatus.CREATED)
  Account insert(@Body JsonNode body) throws SQLException, IOException {
    NewAccount account = newAccount(body);
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    Instant registerDate = account.registerDate().truncatedTo(ChronoUnit.MILLIS);
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(INSERT, Statement.RETURN_GENERATED_KEYS)) {
      statement.setString(1, WRITTEN.format(now));
      statement.setString(2, WRITTEN.format(now));
      statement.setString(3, WRITTEN.format(registerDate));
      statement.setString(4, account.name());
      statement.setString(5, account.password());
      statement.setString(6, account.nickName());
      statement.setString(7, account.introduction());
      statement.setInt(8, account.status());
      statement.executeUpdate();
      try (ResultSet keys = statement.getGeneratedKeys()) {
        keys.next();
        return new Account(
            keys.getLong(1), now, now, registerDate,
            account.name(), account.nickName(), account.introduction(), account.status());
      }
    }
  }

  /** Micronaut would make a text of a number, and null of what is not there. */
  private NewAccount newAccount(JsonNode body) throws IOException {
    for (String name : TEXTS) {
      JsonNode value = body.isObject() ? body.get(name) : null;
      if (value == null || !value.isString()) {
        throw new HttpStatusException(HttpStatus.BAD_REQUEST, name + ": expected a text");
      }
    }
    return json.readValueFromTree(body, NewAccount.class);
  }

  private static Account account(ResultSet row) throws SQLException {
    return new Account(
        row.getLong(1),
        instant(row, 2),
        instant(row, 3),
        instant(row, 4),
        row.getString(5),
        row.getString(6),
        row.getString(7),
        row.getInt(8));
  }

  private static Instant instant(ResultSet row, int column) throws SQLException {
    return row.getObject(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
  }
}
