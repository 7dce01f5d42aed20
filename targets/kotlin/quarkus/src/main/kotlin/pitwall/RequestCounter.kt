package pitwall

import jakarta.inject.Singleton
import org.jboss.resteasy.reactive.server.ServerRequestFilter
import java.util.concurrent.atomic.AtomicLong

@Singleton
class RequestCounter {
    private val requests = AtomicLong()

    val total: Long get() = requests.get()

    /** Before a route is looked for, so that requests without one count as well. */
    @ServerRequestFilter(preMatching = true)
    fun count() {
        requests.incrementAndGet()
    }
}
