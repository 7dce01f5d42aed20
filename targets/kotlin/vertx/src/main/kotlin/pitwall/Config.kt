package pitwall

import java.nio.file.Path

/** What the environment says about where and with what to serve. */
class Config(private val environment: Map<String, String>) {
    val host = environment["HOST"] ?: "127.0.0.1"
    val port = number("PORT", 8080, 65_535)
    val workers = number("WORKERS", Runtime.getRuntime().availableProcessors(), 1_024)
    val poolSize = number("DB_POOL_SIZE", 16, 10_000)
    val sharedDir: Path = Path.of(
        requireNotNull(environment["SHARED_DIR"]) {
            "SHARED_DIR: expected the folder of sentence.txt and assets.json, it is not set"
        },
    )

    /** A variable that names a database, `null` where there is none: the server starts without it. */
    operator fun get(name: String): String? = environment[name]?.ifEmpty { null }

    /** A number from 1 to [most]; [fallback] stands for a variable that is not set. */
    private fun number(name: String, fallback: Int, most: Int): Int {
        val text = this[name] ?: return fallback
        return requireNotNull(text.toIntOrNull()?.takeIf { it in 1..most }) {
            "$name: expected a number from 1 to $most, got \"$text\""
        }
    }
}
