package pitwall

import io.ktor.server.plugins.BadRequestException
import io.ktor.server.plugins.NotFoundException
import io.ktor.server.response.respond
import io.ktor.server.response.respondText
import io.ktor.server.routing.Route
import io.ktor.server.routing.get
import java.nio.file.Path
import java.util.concurrent.atomic.AtomicLong
import kotlin.io.path.readText
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.Json

@Serializable
data class Small(val status: Int, val msg: String)

@Serializable
data class Large(val content: String, val size: Int, val price: Double, val vip: Boolean)

@Serializable
data class Count(val code: Int, val message: Long)

@Serializable
data class Asset(val id: Int, val name: String, val desc: String)

/** What the responses are made of, read once at start. */
class SharedData(folder: Path) {
    /** The text of json-large: 100 lines of the shared sentence. */
    val content = List(100) { folder.resolve("sentence.txt").readText().trimEnd() }.joinToString("\n")

    /** The assets by their id as a path spells it: a path that is not a number finds none. */
    val assets = Json.decodeFromString<List<Asset>>(folder.resolve("assets.json").readText())
        .associateBy { it.id.toString() }
}

/** The scenarios that need no database. */
fun Route.plainRoutes(shared: SharedData, requests: AtomicLong) {
    get("/healthz") { call.respondText("ok") }
    get("/plaintext") { call.respondText("Hello, World!") }
    get("/json") { call.respond(Small(1, "成功")) }
    get("/json-large") { call.respond(Large(shared.content, 100, 10.12, true)) }
    get("/error") { throw BadRequestException("abcd") }
    get("/count") { call.respond(Count(200, requests.get())) }
    get("/assets/{id}") { call.respond(shared.assets[call.parameters["id"]] ?: throw NotFoundException()) }
}
