package pitwall

import io.vertx.core.DeploymentOptions
import io.vertx.core.Future
import io.vertx.core.VerticleBase
import io.vertx.core.Vertx
import io.vertx.core.VertxOptions
import io.vertx.core.http.HttpServerOptions
import java.util.concurrent.TimeUnit.SECONDS
import java.util.function.Supplier
import kotlin.system.exitProcess

/** How long the server may take to close after SIGTERM. */
private const val GRACE_SECONDS = 3L

/** One of these runs on each event loop; Vert.x spreads the connections of the one port over them. */
class WebVerticle(private val config: Config, private val service: Service) : VerticleBase() {
    override fun start(): Future<*> =
        vertx.createHttpServer(HttpServerOptions().setHost(config.host).setPort(config.port))
            .requestHandler(createRouter(vertx, service))
            .listen()
}

fun main() {
    try {
        val config = Config(System.getenv())
        val vertx = Vertx.vertx(VertxOptions().setEventLoopPoolSize(config.workers).setPreferNativeTransport(true))
        val service = Service(config, Databases(vertx, config))
        Runtime.getRuntime().addShutdownHook(Thread { vertx.close().await(GRACE_SECONDS, SECONDS) })
        val verticles = Supplier { WebVerticle(config, service) }
        vertx.deployVerticle(verticles, DeploymentOptions().setInstances(config.workers)).await()
    } catch (error: Exception) {
        System.err.println("vertx: ${error.message}")
        exitProcess(1)
    }
}
