package pitwall

import io.vertx.core.buffer.Buffer
import io.vertx.core.json.DecodeException
import io.vertx.core.json.Json
import io.vertx.core.json.JsonObject
import io.vertx.ext.web.handler.HttpException
import java.time.DateTimeException
import java.time.Instant
import java.time.temporal.ChronoUnit.MILLIS

/** The body of a request for a new account. */
class NewAccount(
    val registerDate: Instant,
    val name: String,
    val password: String,
    val nickName: String,
    val introduction: String,
    val status: Int,
) {
    companion object {
        /** What is no new account raises a 400 that says why. */
        fun parse(body: Buffer?): NewAccount {
            val json = jsonObject(body)
            return NewAccount(
                json.instant("register_date"),
                json.required("name", "a text"),
                json.required("password", "a text"),
                json.required("nick_name", "a text"),
                json.required("introduction", "a text"),
                json.required("status", "a whole number"),
            )
        }
    }
}

private fun jsonObject(body: Buffer?): JsonObject {
    val value = try {
        body?.let(Json::decodeValue)
    } catch (_: DecodeException) {
        null
    }
    return value as? JsonObject ?: throw HttpException(400, "body: expected a JSON object")
}

/** JsonObject's own getString would make a text of a number. */
private inline fun <reified T> JsonObject.required(key: String, expected: String): T =
    getValue(key) as? T ?: throw HttpException(400, "$key: expected $expected")

/** To the millisecond, as the column keeps it. */
private fun JsonObject.instant(key: String): Instant =
    try {
        Instant.parse(required<String>(key, "an instant")).truncatedTo(MILLIS)
    } catch (_: DateTimeException) {
        throw HttpException(400, "$key: expected an instant")
    }
