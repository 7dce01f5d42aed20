package pitwall.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** What the responses are made of, read once at start. */
@Component
public class SharedData {
  private static final int LINES = 100;

  private final String content;
  private final Map<String, Asset> assets;

  public SharedData(@Value("${shared-dir}") Path folder, JsonMapper mapper) throws IOException {
    String sentence = Files.readString(folder.resolve("sentence.txt")).stripTrailing();
    content = String.join("\n", Collections.nCopies(LINES, sentence));
    Asset[] all = mapper.readValue(folder.resolve("assets.json"), Asset[].class);
    assets = Arrays.stream(all).collect(Collectors.toMap(asset -> String.valueOf(asset.id()), Function.identity()));
  }

  /** The text of json-large. */
  public String content() {
    return content;
  }

  /** The asset by its id as a path spells it, or null: a path that is no number finds none. */
  public Asset asset(String id) {
    return assets.get(id);
  }
}
