package pitwall

import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import java.net.InetSocketAddress
import java.nio.file.Path
import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicLong
import kotlin.io.path.readText
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.Json

private const val THREADS_PER_WORKER = 16
private const val BACKLOG = 1_024

@Serializable
data class Small(val status: Int, val msg: String)

@Serializable
data class Large(val content: String, val size: Int, val price: Double, val vip: Boolean)

@Serializable
data class Failure(val code: Int, val message: String)

@Serializable
data class Count(val code: Int, val message: Long)

@Serializable
data class Asset(val id: Int, val name: String, val desc: String)

/** What a handler answers: a text of a content type. */
class Answer(val type: String, val body: String)

/** An error with the status that answers it. */
class HttpError(val status: Int, message: String) : RuntimeException(message)

/** Answers Pitwall's scenarios. It is written with the JDK's own server: replace that with __FRAMEWORK__. */
fun main() {
    // Without this, small answers wait until earlier ones are acknowledged.
    System.setProperty("sun.net.httpserver.nodelay", "true")
    val workers = variable("WORKERS")?.toInt() ?: Runtime.getRuntime().availableProcessors()
    val address = InetSocketAddress(variable("HOST") ?: "127.0.0.1", variable("PORT")?.toInt() ?: 8080)
    val sharedDir = requireNotNull(variable("SHARED_DIR")) {
        "SHARED_DIR: expected the folder of sentence.txt and assets.json, it is not set"
    }
    val handlers = Handlers(Path.of(sharedDir))
    val server = HttpServer.create(address, BACKLOG)
    server.executor = Executors.newFixedThreadPool(workers * THREADS_PER_WORKER)
    server.createContext("/", handlers::answer)
    Runtime.getRuntime().addShutdownHook(Thread { server.stop(1) })
    server.start()
}

private fun variable(name: String): String? = System.getenv(name)?.ifEmpty { null }

class Handlers(sharedDir: Path) {
    private val requests = AtomicLong()
    private val content = List(100) { sharedDir.resolve("sentence.txt").readText().trimEnd() }.joinToString("\n")
    private val assets = Json.decodeFromString<List<Asset>>(sharedDir.resolve("assets.json").readText())
        .associateBy { it.id.toString() }

    private val routes: Map<String, (String) -> Answer> = mapOf(
        "GET /healthz" to { text("ok") },
        "GET /plaintext" to { text("Hello, World!") },
        "GET /json" to { json(Small(1, "成功")) },
        "GET /json-large" to { json(Large(content, 100, 10.12, true)) },
        "GET /error" to { throw HttpError(400, "abcd") },
        "GET /count" to { json(Count(200, requests.get())) },
        "GET /assets/" to { id -> json(assets[id] ?: throw HttpError(404, "not found")) },
    )

    /** Counts the request, finds its handler, and answers with what it returns or throws. */
    fun answer(exchange: HttpExchange) {
        requests.incrementAndGet()
        try {
            send(exchange, 200, handle(exchange.requestMethod, exchange.requestURI.rawPath))
        } catch (error: HttpError) {
            send(exchange, error.status, json(Failure(error.status, error.message.orEmpty())))
        } catch (exception: RuntimeException) {
            send(exchange, 500, json(Failure(500, exception.toString())))
        }
    }

    /** A path of two parts is a collection and an id; no route has more. */
    private fun handle(method: String, path: String): Answer {
        val parts = path.split('/')
        val inCollection = parts.size == 3 && parts[2].isNotEmpty()
        val route = if (inCollection) "/${parts[1]}/" else path
        val handler = routes["$method $route"] ?: throw HttpError(404, "not found")
        return handler(if (inCollection) parts[2] else "")
    }
}

private fun text(body: String) = Answer("text/plain; charset=utf-8", body)

private inline fun <reified T> json(value: T) = Answer("application/json", Json.encodeToString(value))

private fun send(exchange: HttpExchange, status: Int, answer: Answer) {
    val bytes = answer.body.toByteArray()
    exchange.responseHeaders.set("Content-Type", answer.type)
    exchange.sendResponseHeaders(status, bytes.size.toLong())
    exchange.responseBody.use { it.write(bytes) }
}
