package pitwall

import com.fasterxml.jackson.databind.ObjectMapper
import com.fasterxml.jackson.module.kotlin.readValue
import io.quarkus.runtime.Startup
import io.quarkus.runtime.annotations.RegisterForReflection
import jakarta.inject.Singleton
import org.eclipse.microprofile.config.inject.ConfigProperty
import java.nio.file.Path
import kotlin.io.path.readText

/** Read by reflection, of which a native image must know. */
@RegisterForReflection
data class Asset(val id: Int, val name: String, val desc: String)

/** What all targets answer alike, from the folder SHARED_DIR; read when the server starts. */
@Startup
@Singleton
class SharedData(@ConfigProperty(name = "shared.dir") dir: Path, mapper: ObjectMapper) {
    /** The text of json-large: 100 lines of the shared sentence. */
    val content = List(100) { dir.resolve("sentence.txt").readText().trimEnd() }.joinToString("\n")

    /** By their id as a path spells it: a path that is not a number finds none. */
    val assets = mapper.readValue<List<Asset>>(dir.resolve("assets.json").toFile()).associateBy { it.id.toString() }
}
