package pitwall

import io.smallrye.common.annotation.NonBlocking
import jakarta.ws.rs.BadRequestException
import jakarta.ws.rs.GET
import jakarta.ws.rs.NotFoundException
import jakarta.ws.rs.Path
import jakarta.ws.rs.Produces
import jakarta.ws.rs.core.MediaType.TEXT_PLAIN

data class Status(val status: Int, val msg: String)

data class Large(val content: String, val size: Int, val price: Double, val vip: Boolean)

data class Count(val code: Int, val message: Long)

/** Everything that no database is asked for. Nothing here waits, so it all runs on the event loops. */
@Path("/")
@NonBlocking
class MemoryResource(private val shared: SharedData, private val counter: RequestCounter) {
    @GET
    @Path("healthz")
    @Produces(TEXT_PLAIN)
    fun health() = "ok"

    @GET
    @Path("plaintext")
    @Produces(TEXT_PLAIN)
    fun plaintext() = "Hello, World!"

    @GET
    @Path("json")
    fun json() = Status(1, "成功")

    @GET
    @Path("json-large")
    fun jsonLarge() = Large(shared.content, 100, 10.12, true)

    @GET
    @Path("error")
    fun error(): Status = throw BadRequestException("abcd")

    @GET
    @Path("count")
    fun count() = Count(200, counter.total)

    @GET
    @Path("assets/{id}")
    fun asset(id: String): Asset = shared.assets[id] ?: throw NotFoundException()
}
