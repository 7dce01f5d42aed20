package pitwall

import com.mongodb.client.model.Sorts
import com.mongodb.kotlin.client.coroutine.MongoDatabase
import kotlin.time.Instant
import kotlin.time.toKotlinInstant
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.toList
import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable
import org.bson.Document

@Serializable
data class User(
    val id: String,
    val username: String,
    @SerialName("created_at") val createdAt: Instant,
    @SerialName("updated_at") val updatedAt: Instant,
)

/** Reads the collection users. */
class Users(private val database: MongoDatabase?) {
    suspend fun all(): List<User> =
        database.orMissing("MONGODB_URI")
            .getCollection<Document>("users")
            .find()
            .sort(Sorts.ascending("_id"))
            .map(::user)
            .toList()
}

private fun user(document: Document) = User(
    document.getObjectId("_id").toHexString(),
    document.getString("username"),
    document.getDate("created_at").toInstant().toKotlinInstant(),
    document.getDate("updated_at").toInstant().toKotlinInstant(),
)
