package pitwall;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;

/** Reads sys_menu. Without a pool, every read fails. */
record Menus(Pool pool) {
  private static final String FIRST =
      "select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit $1";

  /** Connects at the first query, so that the server starts without its database. */
  static Menus open(Vertx vertx, int poolSize) {
    if (Config.text("PGHOST", null) == null) {
      return new Menus(null);
    }
    return new Menus(
        PgBuilder.pool()
            .with(Config.pool(poolSize))
            .connectingTo(PgConnectOptions.fromEnv().setCachePreparedStatements(true))
            .using(vertx)
            .build());
  }

  Future<JsonArray> first(int limit) {
    if (pool == null) {
      throw Failures.noDatabase("PGHOST");
    }
    return pool.preparedQuery(FIRST).execute(Tuple.of(limit)).map(rows -> Rows.json(rows, Menus::menu));
  }

  /** The id has more digits than a number of JSON holds. The time has no zone in the table, where it is UTC. */
  private static JsonObject menu(Row row) {
    return new JsonObject()
        .put("id", row.getNumeric(0).toString())
        .put("name", row.getString(1))
        .put("show_flag", row.getShort(2))
        .put("create_date", row.getLocalDateTime(3).toInstant(ZoneOffset.UTC))
        .put("code", row.getString(4))
        .put("parent_code", row.getString(5));
  }
}
