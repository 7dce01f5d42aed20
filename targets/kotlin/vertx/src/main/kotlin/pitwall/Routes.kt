package pitwall

import io.vertx.core.Future
import io.vertx.core.Vertx
import io.vertx.core.json.JsonObject
import io.vertx.ext.web.Router
import io.vertx.ext.web.RoutingContext
import io.vertx.ext.web.handler.BodyHandler
import io.vertx.ext.web.handler.HttpException
import java.util.concurrent.atomic.AtomicLong

/** What all verticles share. */
class Service(config: Config, databases: Databases) {
    val content = readContent(config.sharedDir)
    val assets = readAssets(config.sharedDir)
    val menus = Menus(databases.postgresql)
    val accounts = Accounts(databases.mysql)
    val users = Users(databases.mongodb)
    val requests = AtomicLong()
}

fun createRouter(vertx: Vertx, service: Service): Router = Router.router(vertx).apply {
    route().handler { ctx ->
        service.requests.incrementAndGet()
        ctx.next()
    }
    answerErrors()
    memoryRoutes(service)
    databaseRoutes(service)
}

private fun Router.memoryRoutes(service: Service) {
    get("/healthz").handler { it.text("ok") }

    get("/plaintext").handler { it.text("Hello, World!") }

    get("/json").handler { it.json(JsonObject.of("status", 1, "msg", "成功")) }

    get("/json-large").handler {
        it.json(JsonObject.of("content", service.content, "size", 100, "price", 10.12, "vip", true))
    }

    get("/error").handler { throw HttpException(400, "abcd") }

    get("/count").handler { it.json(JsonObject.of("code", 200, "message", service.requests.get())) }

    get("/assets/:id").handler { it.json(service.assets[it.pathParam("id")] ?: throw notFound()) }
}

private fun Router.databaseRoutes(service: Service) {
    get("/menus").respond { ctx ->
        service.menus.first(menuLimit(ctx)).map { JsonObject.of("status", 1, "msg", "success", "data", it) }
    }

    get("/accounts").respond { service.accounts.list() }

    get("/accounts/:id").respond { ctx ->
        val id = ctx.pathParam("id").toLongOrNull() ?: throw notFound()
        service.accounts.get(id).map { it ?: throw notFound() }
    }

    // No folder for uploaded files: nothing is uploaded, and the container's disk is read-only.
    post("/accounts").handler(BodyHandler.create(false)).respond { ctx ->
        val account = NewAccount.parse(ctx.body().buffer())
        service.accounts.insert(account).onSuccess { ctx.response().statusCode = 201 }
    }

    get("/users").respond { service.users.list() }
}

private fun RoutingContext.text(body: String): Future<Void> {
    response().putHeader("content-type", "text/plain")
    return end(body)
}

private fun notFound() = HttpException(404, "not found")

private fun menuLimit(ctx: RoutingContext): Int {
    val text = ctx.request().getParam("limit", "11")
    return text.toIntOrNull()?.takeIf { it in 1..11 }
        ?: throw HttpException(400, "limit: expected a number from 1 to 11, got \"$text\"")
}
