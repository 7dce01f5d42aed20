package pitwall.users

import com.fasterxml.jackson.annotation.JsonProperty
import com.mongodb.ConnectionString
import com.mongodb.client.model.Sorts.ascending
import io.quarkus.mongodb.FindOptions
import io.quarkus.mongodb.reactive.ReactiveMongoClient
import io.smallrye.mutiny.Uni
import jakarta.ws.rs.GET
import jakarta.ws.rs.Path
import org.bson.Document
import org.eclipse.microprofile.config.inject.ConfigProperty
import java.time.Instant

data class UserView(
    val id: String,
    val username: String,
    @get:JsonProperty("created_at") val createdAt: Instant,
    @get:JsonProperty("updated_at") val updatedAt: Instant,
) {
    constructor(document: Document) : this(
        document.getObjectId("_id").toHexString(),
        document.getString("username"),
        document.getDate("created_at").toInstant(),
        document.getDate("updated_at").toInstant(),
    )
}

/** Of documents: the server's own first batch. */
private const val BATCH = 101

@Path("/users")
class UserResource(
    client: ReactiveMongoClient,
    @ConfigProperty(name = "quarkus.mongodb.connection-string") uri: String,
) {
    private val users = client.getDatabase(ConnectionString(uri).database ?: "test").getCollection("users")

    /** In batches: of a collection to be read whole, the driver asks for 2^31 documents, and FerretDB sets memory aside for them. */
    @GET
    fun list(): Uni<List<UserView>> =
        users.find(FindOptions().sort(ascending("_id")).batchSize(BATCH)).map(::UserView).collect().asList()
}
