package pitwall;

import io.micronaut.context.annotation.Value;
import io.micronaut.core.type.Argument;
import io.micronaut.json.JsonMapper;
import io.micronaut.serde.annotation.Serdeable;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What the responses are made of, read once at start. */
@Singleton
class SharedData {
  private static final int LINES = 100;

  private final String content;
  private final Map<String, Asset> assets;

  @Serdeable
  record Asset(int id, String name, String desc) {}

  SharedData(@Value("${shared-dir}") String folder, JsonMapper json) throws IOException {
    String sentence = Files.readString(Path.of(folder, "sentence.txt")).stripTrailing();
    content = String.join("\n", Collections.nCopies(LINES, sentence));
    byte[] list = Files.readAllBytes(Path.of(folder, "assets.json"));
    assets =
        json.readValue(list, Argument.listOf(Asset.class)).stream()
            .collect(Collectors.toMap(asset -> String.valueOf(asset.id()), Function.identity()));
  }

  /** The text of json-large. */
  String content() {
    return content;
  }

  /** The asset by its id as a path spells it, or null: a path that is no number finds none. */
  Asset asset(String id) {
    return assets.get(id);
  }
}
