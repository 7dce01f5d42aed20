package pitwall;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.noear.snack4.ONode;
import org.noear.solon.annotation.Component;
import org.noear.solon.annotation.Inject;

/** What the responses are made of, read once at start. */
@Component
public class SharedData {
  private static final int LINES = 100;

  private final String content;
  private final Map<String, Asset> assets;

  record Asset(int id, String name, String desc) {}

  public SharedData(@Inject("${sharedDir}") String folder) throws IOException {
    String sentence = Files.readString(Path.of(folder, "sentence.txt")).stripTrailing();
    content = String.join("\n", Collections.nCopies(LINES, sentence));
    Asset[] list = ONode.ofJson(Files.readString(Path.of(folder, "assets.json"))).toBean(Asset[].class);
    assets = Arrays.stream(list).collect(Collectors.toMap(asset -> String.valueOf(asset.id()), Function.identity()));
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
