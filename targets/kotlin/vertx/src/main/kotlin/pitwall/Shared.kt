package pitwall

import io.vertx.core.json.JsonArray
import io.vertx.core.json.JsonObject
import java.nio.file.Path
import kotlin.io.path.readText

/** The text of json-large: 100 lines of the shared sentence. */
fun readContent(sharedDir: Path): String {
    val sentence = sharedDir.resolve("sentence.txt").readText().trimEnd()
    return List(100) { sentence }.joinToString("\n")
}

/** The assets by their id as a path spells it: a path that is not a number finds none. */
fun readAssets(sharedDir: Path): Map<String, JsonObject> =
    JsonArray(sharedDir.resolve("assets.json").readText())
        .map { it as JsonObject }
        .associateBy { it.getInteger("id").toString() }
