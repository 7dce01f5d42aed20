package pitwall;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.mongo.FindOptions;
import io.vertx.ext.mongo.MongoClient;
import java.util.stream.Collector;

/** Reads the collection users. Without a client, every read fails. */
record Users(MongoClient client) {
  private static final long SELECTION_MILLISECONDS = 3_000;
  private static final JsonObject EVERYTHING = new JsonObject();
  private static final JsonObject BY_ID = new JsonObject().put("_id", 1);

  /** Connects in the background. The driver would make a request wait for 30 s where the server is not there. */
  static Users open(Vertx vertx, int poolSize) {
    String uri = Config.text("MONGODB_URI", null);
    if (uri == null) {
      return new Users(null);
    }
    JsonObject options =
        new JsonObject()
            .put("connection_string", uri)
            .put("maxPoolSize", poolSize)
            .put("serverSelectionTimeoutMS", SELECTION_MILLISECONDS);
    return new Users(MongoClient.createShared(vertx, options));
  }

  /**
   * In batches of 20, the client's default for a stream. Its plain find asks for 2^31 documents at once, and
   * FerretDB would reserve memory for as many.
   */
  Future<JsonArray> all() {
    if (client == null) {
      throw Failures.noDatabase("MONGODB_URI");
    }
    return client
        .findBatchWithOptions("users", EVERYTHING, new FindOptions().setSort(BY_ID))
        .collect(Collector.of(JsonArray::new, (users, document) -> users.add(user(document)), JsonArray::addAll));
  }

  /** The client gives ids and dates as MongoDB's extended JSON has them. */
  private static JsonObject user(JsonObject document) {
    return new JsonObject()
        .put("id", document.getJsonObject("_id").getString("$oid"))
        .put("username", document.getString("username"))
        .put("created_at", document.getJsonObject("created_at").getString("$date"))
        .put("updated_at", document.getJsonObject("updated_at").getString("$date"));
  }
}
