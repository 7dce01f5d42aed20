package pitwall

import io.vertx.core.Future
import io.vertx.core.json.JsonArray
import io.vertx.core.json.JsonObject
import io.vertx.ext.mongo.FindOptions
import io.vertx.ext.mongo.MongoClient

/** Reads the collection users. */
class Users(private val client: MongoClient?) {
    fun list(): Future<JsonArray> =
        client.orMissing("MONGODB_URI")
            .findWithOptions("users", JsonObject(), FindOptions().setSort(JsonObject.of("_id", 1)))
            .map { documents -> JsonArray(documents.map(::user)) }
}

private fun user(document: JsonObject) = JsonObject.of(
    "id", document.getString("_id"),
    "username", document.getString("username"),
    "created_at", document.date("created_at"),
    "updated_at", document.date("updated_at"),
)

/** The client gives a date in MongoDB's extended JSON. */
private fun JsonObject.date(key: String): String = getJsonObject(key).getString("\$date")
