package pitwall.accounts

import com.fasterxml.jackson.annotation.JsonProperty
import java.time.Instant
import java.time.LocalDateTime
import java.time.ZoneOffset.UTC
import java.time.temporal.ChronoUnit.MILLIS

/** What a client sends to create an account. */
data class NewAccount(
    @param:JsonProperty("register_date") val registerDate: Instant,
    val name: String,
    val password: String,
    @param:JsonProperty("nick_name") val nickName: String,
    val introduction: String,
    val status: Short,
) {
    /** Times to the millisecond, as the columns keep them. */
    fun toAccount(): Account {
        val now = utc(Instant.now())
        return Account().also {
            it.createdAt = now
            it.updatedAt = now
            it.registerDate = utc(registerDate)
            it.name = name
            it.password = password
            it.nickName = nickName
            it.introduction = introduction
            it.status = status
        }
    }
}

/** What a client sees of an account. */
data class AccountView(
    val id: Long,
    @get:JsonProperty("created_at") val createdAt: Instant,
    @get:JsonProperty("updated_at") val updatedAt: Instant,
    @get:JsonProperty("register_date") val registerDate: Instant,
    val name: String,
    @get:JsonProperty("nick_name") val nickName: String,
    val introduction: String,
    val status: Short,
) {
    constructor(account: Account) : this(
        account.id!!,
        account.createdAt.toInstant(UTC),
        account.updatedAt.toInstant(UTC),
        account.registerDate.toInstant(UTC),
        account.name,
        account.nickName,
        account.introduction,
        account.status,
    )
}

private fun utc(instant: Instant) = LocalDateTime.ofInstant(instant.truncatedTo(MILLIS), UTC)
