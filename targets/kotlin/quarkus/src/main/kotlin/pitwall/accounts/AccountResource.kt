package pitwall.accounts

import io.smallrye.mutiny.Uni
import jakarta.ws.rs.BadRequestException
import jakarta.ws.rs.GET
import jakarta.ws.rs.NotFoundException
import jakarta.ws.rs.POST
import jakarta.ws.rs.Path
import org.jboss.resteasy.reactive.ResponseStatus
import org.jboss.resteasy.reactive.server.Cancellable

@Path("/accounts")
class AccountResource(private val accounts: Accounts) {
    @GET
    fun list(): Uni<List<AccountView>> = accounts.all().map { it.map(::AccountView) }

    /** The id is read by hand, so that one that is no number is an unknown one. */
    @GET
    @Path("{id}")
    fun get(id: String): Uni<AccountView> {
        val number = id.toLongOrNull() ?: throw NotFoundException()
        return accounts.withId(number).map { AccountView(it ?: throw NotFoundException()) }
    }

    /**
     * The account is `null` where the body is empty, or JSON's null. It is stored even if the client hangs up: a
     * transaction that is cancelled half-way never gives its connection back to the pool (Quarkus' issue 51576). A
     * read that is cancelled does.
     */
    @POST
    @Cancellable(false)
    @ResponseStatus(201)
    fun create(account: NewAccount?): Uni<AccountView> {
        if (account == null) throw BadRequestException("body: expected a JSON object")
        return accounts.add(account.toAccount()).map(::AccountView)
    }
}
