package pitwall.menus

import com.fasterxml.jackson.annotation.JsonProperty
import io.smallrye.mutiny.Uni
import jakarta.ws.rs.BadRequestException
import jakarta.ws.rs.DefaultValue
import jakarta.ws.rs.GET
import jakarta.ws.rs.Path
import org.jboss.resteasy.reactive.RestQuery
import java.time.Instant
import java.time.ZoneOffset.UTC

data class MenuView(
    val id: String,
    val name: String,
    @get:JsonProperty("show_flag") val showFlag: Short,
    @get:JsonProperty("create_date") val createDate: Instant,
    val code: String,
    @get:JsonProperty("parent_code") val parentCode: String?,
) {
    constructor(menu: Menu) : this(
        menu.id.toPlainString(),
        menu.name,
        menu.showFlag,
        menu.createDate.toInstant(UTC),
        menu.code,
        menu.parentCode,
    )
}

data class MenuList(val status: Int, val msg: String, val data: List<MenuView>)

@Path("/menus")
class MenuResource(private val menus: Menus) {
    @GET
    fun first(@RestQuery @DefaultValue("11") limit: String): Uni<MenuList> =
        menus.first(number(limit)).map { MenuList(1, "success", it.map(::MenuView)) }

    /** Read by hand: a parameter that is no number would be answered 404. */
    private fun number(limit: String): Int =
        limit.toIntOrNull()?.takeIf { it in 1..11 }
            ?: throw BadRequestException("limit: expected a number from 1 to 11, got \"$limit\"")
}
