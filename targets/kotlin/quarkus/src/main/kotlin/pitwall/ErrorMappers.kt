package pitwall

import com.fasterxml.jackson.databind.exc.MismatchedInputException
import jakarta.ws.rs.NotFoundException
import jakarta.ws.rs.WebApplicationException
import org.jboss.resteasy.reactive.RestResponse
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder
import org.jboss.resteasy.reactive.server.ServerExceptionMapper

data class ErrorBody(val code: Int, val message: String)

/** Raised by handlers, and by the framework where a path has no route. */
class ErrorMappers {
    @ServerExceptionMapper
    fun notFound(error: NotFoundException) = answer(404, "not found")

    @ServerExceptionMapper
    fun typed(error: WebApplicationException) = answer(error.response.status, error.message)

    /** A body that is JSON, but not of the type that a handler asks for. */
    @ServerExceptionMapper
    fun mismatched(error: MismatchedInputException) = answer(400, error.originalMessage)

    @ServerExceptionMapper
    fun other(error: Throwable) = answer(500, error.message)

    private fun answer(status: Int, message: String?): RestResponse<ErrorBody> =
        ResponseBuilder.create<ErrorBody>(status).entity(ErrorBody(status, message ?: "unknown error")).build()
}
