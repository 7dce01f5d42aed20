package pitwall

import java.nio.file.Path

/** What the environment says about where and with what to serve. */
class Config(private val environment: Map<String, String>) {
    val host = this["HOST"] ?: "127.0.0.1"
    val port = number("PORT", 8080)
    val workers = number("WORKERS", Runtime.getRuntime().availableProcessors())
    val poolSize = number("DB_POOL_SIZE", 16)
    val sharedDir: Path = Path.of(this["SHARED_DIR"] ?: "../../shared")
    val isExposed = this["DB_ACCESS"] == "exposed"

    operator fun get(name: String): String? = environment[name]?.ifEmpty { null }

    fun number(name: String, fallback: Int): Int = this[name]?.toInt() ?: fallback
}
