package pitwall;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.mysqlclient.MySQLBuilder;
import io.vertx.mysqlclient.MySQLClient;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/**
 * Reads and writes accounts. Without a pool, every query fails. Times have no zone in the table, where they are
 * UTC.
 */
record Accounts(Pool pool) {
  private static final String SELECT =
      "select id, created_at, updated_at, register_date, name, nick_name, introduction, status from accounts ";
  private static final String ALL = SELECT + "order by id";
  private static final String BY_ID = SELECT + "where id = ?";
  private static final String INSERT =
      """
      insert into accounts
        (created_at, updated_at, register_date, name, password, nick_name, introduction, status)
      values (?, ?, ?, ?, ?, ?, ?, ?)""";

  /** Connects at the first query, so that the server starts without its database. */
  static Accounts open(Vertx vertx, int poolSize) {
    String host = Config.text("MYSQL_HOST", null);
    if (host == null) {
      return new Accounts(null);
    }
    MySQLConnectOptions options =
        new MySQLConnectOptions()
            .setHost(host)
            .setPort(Config.number("MYSQL_PORT", MySQLConnectOptions.DEFAULT_PORT, 65_535))
            .setUser(Config.text("MYSQL_USER", MySQLConnectOptions.DEFAULT_USER))
            .setPassword(Config.text("MYSQL_PASSWORD", MySQLConnectOptions.DEFAULT_PASSWORD))
            .setDatabase(Config.text("MYSQL_DATABASE", MySQLConnectOptions.DEFAULT_SCHEMA))
            .setCachePreparedStatements(true);
    return new Accounts(
        MySQLBuilder.pool()
            .with(Config.pool(poolSize))
            .connectingTo(options)
            .using(vertx)
            .build());
  }

  Future<JsonArray> all() {
    return query(ALL, Tuple.tuple()).map(rows -> Rows.json(rows, Accounts::account));
  }

  /** The account, or null. */
  Future<JsonObject> byId(long id) {
    return query(BY_ID, Tuple.of(id))
        .map(
            rows -> {
              RowIterator<Row> found = rows.iterator();
              return found.hasNext() ? account(found.next()) : null;
            });
  }

  /** The columns hold milliseconds, and the answer is what a later read would see. */
  Future<JsonObject> insert(NewAccount account) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    Tuple values =
        Tuple.tuple()
            .addLocalDateTime(utc(now))
            .addLocalDateTime(utc(now))
            .addLocalDateTime(utc(account.registerDate()))
            .addString(account.name())
            .addString(account.password())
            .addString(account.nickName())
            .addString(account.introduction())
            .addInteger(account.status());
    return query(INSERT, values)
        .map(
            rows ->
                new JsonObject()
                    .put("id", rows.property(MySQLClient.LAST_INSERTED_ID))
                    .put("created_at", now)
                    .put("updated_at", now)
                    .put("register_date", account.registerDate())
                    .put("name", account.name())
                    .put("nick_name", account.nickName())
                    .put("introduction", account.introduction())
                    .put("status", account.status()));
  }

  private Future<RowSet<Row>> query(String sql, Tuple values) {
    if (pool == null) {
      throw Failures.noDatabase("MYSQL_HOST");
    }
    return pool.preparedQuery(sql).execute(values);
  }

  private static JsonObject account(Row row) {
    return new JsonObject()
        .put("id", row.getLong(0))
        .put("created_at", row.getLocalDateTime(1).toInstant(ZoneOffset.UTC))
        .put("updated_at", row.getLocalDateTime(2).toInstant(ZoneOffset.UTC))
        .put("register_date", row.getLocalDateTime(3).toInstant(ZoneOffset.UTC))
        .put("name", row.getString(4))
        .put("nick_name", row.getString(5))
        .put("introduction", row.getString(6))
        .put("status", row.getShort(7));
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
