package pitwall

import io.netty.handler.codec.http.HttpResponseStatus
import io.vertx.core.json.JsonObject
import io.vertx.ext.web.Router
import io.vertx.ext.web.RoutingContext
import io.vertx.ext.web.handler.HttpException

/** Statuses that handlers raise, and those that the router itself has: no route, no method, a body too large. */
private val statuses = listOf(400, 404, 405, 413, 415, 500)

/** Answers all errors of a router in the one envelope. */
fun Router.answerErrors() {
    for (status in statuses) errorHandler(status) { answer(it, status) }
}

private fun answer(ctx: RoutingContext, status: Int) {
    val failure = ctx.failure()
    val message = (failure as? HttpException)?.payload
        ?: failure?.message
        ?: HttpResponseStatus.valueOf(status).reasonPhrase().lowercase()
    ctx.response().statusCode = status
    ctx.json(JsonObject.of("code", status, "message", message))
}
