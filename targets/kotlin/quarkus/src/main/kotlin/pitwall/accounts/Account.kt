package pitwall.accounts

import io.quarkus.hibernate.reactive.panache.PanacheRepository
import io.quarkus.hibernate.reactive.panache.common.WithSession
import io.quarkus.hibernate.reactive.panache.common.WithTransaction
import io.quarkus.panache.common.Sort
import io.smallrye.mutiny.Uni
import jakarta.enterprise.context.ApplicationScoped
import jakarta.persistence.Column
import jakarta.persistence.Entity
import jakarta.persistence.GeneratedValue
import jakarta.persistence.GenerationType.IDENTITY
import jakarta.persistence.Id
import jakarta.persistence.Table
import java.time.LocalDateTime

/** Times are UTC: their columns have no zone. */
@Entity
@Table(name = "accounts")
class Account {
    @Id
    @GeneratedValue(strategy = IDENTITY)
    var id: Long? = null

    @Column(name = "created_at")
    lateinit var createdAt: LocalDateTime

    @Column(name = "updated_at")
    lateinit var updatedAt: LocalDateTime

    @Column(name = "deleted_at")
    var deletedAt: LocalDateTime? = null

    @Column(name = "register_date")
    lateinit var registerDate: LocalDateTime
    lateinit var name: String
    lateinit var password: String

    @Column(name = "nick_name")
    lateinit var nickName: String
    lateinit var introduction: String
    var status: Short = 0
}

@ApplicationScoped
class Accounts : PanacheRepository<Account> {
    @WithSession("mysql")
    fun all(): Uni<List<Account>> = listAll(Sort.by("id"))

    @WithSession("mysql")
    fun withId(id: Long): Uni<Account?> = findById(id)

    @WithTransaction("mysql")
    fun add(account: Account): Uni<Account> = persist(account)
}
