package pitwall

import io.ktor.http.HttpStatusCode
import io.ktor.serialization.kotlinx.json.json
import io.ktor.server.application.Application
import io.ktor.server.application.createApplicationPlugin
import io.ktor.server.application.install
import io.ktor.server.engine.connector
import io.ktor.server.engine.embeddedServer
import io.ktor.server.netty.Netty
import io.ktor.server.plugins.BadRequestException
import io.ktor.server.plugins.ContentTransformationException
import io.ktor.server.plugins.NotFoundException
import io.ktor.server.plugins.contentnegotiation.ContentNegotiation
import io.ktor.server.plugins.statuspages.StatusPages
import io.ktor.server.response.respond
import io.ktor.server.routing.routing
import java.util.concurrent.atomic.AtomicLong
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.Json

@Serializable
data class Failure(val code: Int, val message: String)

/** Answers Pitwall's scenarios with Ktor. */
fun main() {
    val config = Config(System.getenv())
    embeddedServer(
        Netty,
        configure = {
            connector {
                host = config.host
                port = config.port
            }
            connectionGroupSize = 1
            workerGroupSize = config.workers
            callGroupSize = config.workers
            shutdownGracePeriod = 500
            shutdownTimeout = 2_000
        },
    ) { module(config) }.start(wait = true)
}

fun Application.module(config: Config) {
    val requests = AtomicLong()
    install(createApplicationPlugin("RequestCounter") { onCall { requests.incrementAndGet() } })
    install(ContentNegotiation) { json(Json { ignoreUnknownKeys = true }) }
    installFailures()
    routing {
        plainRoutes(SharedData(config.sharedDir), requests)
        databaseRoutes(
            if (config.isExposed) ExposedMenus(exposed(postgresql(config))) else JdbcMenus(postgresql(config)),
            if (config.isExposed) ExposedAccounts(exposed(mysql(config))) else JdbcAccounts(mysql(config)),
            Users(mongodb(config)),
        )
    }
}

/** Answers failures in the one envelope. */
private fun Application.installFailures() = install(StatusPages) {
    status(HttpStatusCode.NotFound) { call, status -> call.respond(status, Failure(status.value, "not found")) }
    exception<NotFoundException> { call, _ ->
        call.respond(HttpStatusCode.NotFound, Failure(404, "not found"))
    }
    exception<BadRequestException> { call, failure ->
        call.respond(HttpStatusCode.BadRequest, Failure(400, failure.message ?: "bad request"))
    }
    exception<ContentTransformationException> { call, failure ->
        call.respond(HttpStatusCode.BadRequest, Failure(400, failure.message ?: "bad request"))
    }
    // A database, most likely.
    exception<Throwable> { call, failure ->
        call.respond(HttpStatusCode.InternalServerError, Failure(500, failure.toString()))
    }
}
