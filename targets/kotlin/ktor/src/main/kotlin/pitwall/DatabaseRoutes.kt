package pitwall

import io.ktor.http.HttpStatusCode
import io.ktor.server.plugins.BadRequestException
import io.ktor.server.plugins.NotFoundException
import io.ktor.server.request.receive
import io.ktor.server.response.respond
import io.ktor.server.routing.Route
import io.ktor.server.routing.RoutingCall
import io.ktor.server.routing.get
import io.ktor.server.routing.post
import kotlinx.serialization.Serializable

private const val MOST_MENUS = 11

@Serializable
data class MenuList(val status: Int, val msg: String, val data: List<Menu>)

fun Route.databaseRoutes(menus: Menus, accounts: Accounts, users: Users) {
    get("/menus") { call.respond(MenuList(1, "success", menus.first(call.limit()))) }
    get("/accounts") { call.respond(accounts.all()) }
    get("/accounts/{id}") {
        val id = call.parameters["id"]?.toLongOrNull() ?: throw NotFoundException()
        call.respond(accounts.byId(id) ?: throw NotFoundException())
    }
    post("/accounts") { call.respond(HttpStatusCode.Created, accounts.insert(call.receive())) }
    get("/users") { call.respond(users.all()) }
}

private fun RoutingCall.limit(): Int {
    val text = queryParameters["limit"] ?: return MOST_MENUS
    return text.toIntOrNull()?.takeIf { it in 1..MOST_MENUS }
        ?: throw BadRequestException("limit: expected a number from 1 to $MOST_MENUS, got \"$text\"")
}
