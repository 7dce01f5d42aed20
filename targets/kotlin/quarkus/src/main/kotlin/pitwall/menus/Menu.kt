package pitwall.menus

import io.quarkus.hibernate.reactive.panache.PanacheRepositoryBase
import io.quarkus.hibernate.reactive.panache.common.WithSession
import io.quarkus.panache.common.Sort
import io.smallrye.mutiny.Uni
import jakarta.enterprise.context.ApplicationScoped
import jakarta.persistence.Column
import jakarta.persistence.Entity
import jakarta.persistence.Id
import jakarta.persistence.Table
import java.math.BigDecimal
import java.time.LocalDateTime

@Entity
@Table(name = "sys_menu")
class Menu {
    /** numeric(24): more digits than a long has. */
    @Id
    lateinit var id: BigDecimal
    lateinit var name: String

    @Column(name = "show_flag")
    var showFlag: Short = 0

    /** UTC: the column has no zone. */
    @Column(name = "create_date")
    lateinit var createDate: LocalDateTime
    lateinit var code: String

    @Column(name = "parent_code")
    var parentCode: String? = null
}

@ApplicationScoped
class Menus : PanacheRepositoryBase<Menu, BigDecimal> {
    @WithSession("postgresql")
    fun first(limit: Int): Uni<List<Menu>> =
        findAll(Sort.by("id")).page<Menu>(0, limit).list()
}
