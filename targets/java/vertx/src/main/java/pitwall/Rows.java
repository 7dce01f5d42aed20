package pitwall;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.function.Function;

final class Rows {
  private Rows() {}

  static JsonArray json(RowSet<Row> rows, Function<Row, JsonObject> object) {
    JsonArray array = new JsonArray();
    for (Row row : rows) {
      array.add(object.apply(row));
    }
    return array;
  }
}
