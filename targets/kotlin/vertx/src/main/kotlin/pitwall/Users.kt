package pitwall

import io.vertx.core.Future
import io.vertx.core.json.JsonArray
import io.vertx.core.json.JsonObject
import io.vertx.ext.mongo.FindOptions
import io.vertx.ext.mongo.MongoClient
import java.util.stream.Collectors.mapping
import java.util.stream.Collectors.toList

private val BY_ID = FindOptions().setSort(JsonObject.of("_id", 1))

/** Reads the collection users. */
class Users(private val client: MongoClient?) {
    /**
     * As a stream, in batches of the client's own default size. Its plain find asks for 2^31 documents at once, and
     * FerretDB sets aside memory for as many.
     */
    fun list(): Future<JsonArray> =
        client.orMissing("MONGODB_URI")
            .findBatchWithOptions("users", JsonObject(), BY_ID)
            .collect(mapping(::user, toList()))
            .map(::JsonArray)
}

/** The client gives ids and dates as MongoDB's extended JSON has them. */
private fun user(document: JsonObject) = JsonObject.of(
    "id", document.getJsonObject("_id").getString("\$oid"),
    "username", document.getString("username"),
    "created_at", document.getJsonObject("created_at").getString("\$date"),
    "updated_at", document.getJsonObject("updated_at").getString("\$date"),
)
