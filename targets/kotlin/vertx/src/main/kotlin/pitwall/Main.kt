package pitwall

import io.vertx.core.DeploymentOptions
import io.vertx.core.Future
import io.vertx.core.VerticleBase
import io.vertx.core.Vertx
import io.vertx.core.VertxOptions
import io.vertx.core.http.HttpServer
import io.vertx.core.http.HttpServerOptions
import java.util.concurrent.TimeUnit.SECONDS
import java.util.function.Supplier
import kotlin.system.exitProcess

/** How long requests under way may take to finish after SIGTERM. */
private const val REQUEST_SECONDS = 2L

/** How long the verticles may take to stop, and how long everything else to close after them. */
private const val GRACE_SECONDS = 3L
private const val CLOSE_SECONDS = 1L

/** One of these runs on each event loop; Vert.x spreads the connections of the one port over them. */
class WebVerticle(private val config: Config, private val service: Service) : VerticleBase() {
    private lateinit var server: HttpServer

    override fun start(): Future<*> {
        server = vertx.createHttpServer(HttpServerOptions().setHost(config.host).setPort(config.port))
            .requestHandler(createRouter(vertx, service))
        return server.listen()
    }

    override fun stop(): Future<*> = server.shutdown(REQUEST_SECONDS, SECONDS)
}

fun main() {
    try {
        val config = Config(System.getenv())
        val vertx = Vertx.vertx(VertxOptions().setEventLoopPoolSize(config.workers).setPreferNativeTransport(true))
        val service = Service(config, Databases(vertx, config))
        val oneEach = DeploymentOptions().setInstances(config.workers)
        val verticles = vertx.deployVerticle(Supplier { WebVerticle(config, service) }, oneEach).await()
        Runtime.getRuntime().addShutdownHook(Thread { close(vertx, verticles) })
    } catch (error: Exception) {
        System.err.println("vertx: ${error.message}")
        exitProcess(1)
    }
}

/** The verticles first: Vert.x by itself closes the pools while requests still need them. */
private fun close(vertx: Vertx, verticles: String) {
    vertx.undeploy(verticles).await(GRACE_SECONDS, SECONDS)
    vertx.close().await(CLOSE_SECONDS, SECONDS)
}
