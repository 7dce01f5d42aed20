package pitwall;

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
record Accounts(DataSource pool) {
  private static final String SELECT =
      "select id, created_at, updated_at, register_date, name, nick_name, introduction, status from accounts ";
  private static final String ALL = SELECT + "order by id";
  private static final String BY_ID = SELECT + "where id = ?";
  private static final String INSERT =
      """
      insert into accounts
        (created_at, updated_at, register_date, name, password, nick_name, introduction, status)
      values (?, ?, ?, ?, ?, ?, ?, ?)""";

  /**
   * Writes times as texts, because the driver cuts the milliseconds off a time before a server of a version below
   * 5.6.4, and MariaDB 10 begins its version with 5.5.5.
   */
  private static final DateTimeFormatter WRITTEN =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

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
  record NewAccount(
      Instant registerDate, String name, String password, String nickName, String introduction, int status) {}

  List<Account> all() throws SQLException {
    try (Connection connection = connection();
        PreparedStatement statement = connection.prepareStatement(ALL);
        ResultSet rows = statement.executeQuery()) {
      List<Account> accounts = new ArrayList<>();
      while (rows.next()) {
        accounts.add(account(rows));
      }
      return accounts;
    }
  }

  /** The account, or null. */
  Account byId(long id) throws SQLException {
    try (Connection connection = connection();
        PreparedStatement statement = connection.prepareStatement(BY_ID)) {
      statement.setLong(1, id);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? account(rows) : null;
      }
    }
  }

  /** The columns hold milliseconds, and the answer is what a later read would see. */
  Account insert(NewAccount account) throws SQLException {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    Instant registerDate = account.registerDate().truncatedTo(ChronoUnit.MILLIS);
    try (Connection connection = connection();
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

  private Connection connection() throws SQLException {
    return Pools.open(pool, "MYSQL_HOST").getConnection();
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
