package pitwall;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the responses are made of, read once at start: the text of json-large, and the assets by their id as a path
 * spells it, so that a path that is no number finds none.
 */
record SharedData(String content, Map<String, Asset> assets) {
  private static final int LINES = 100;

  record Asset(int id, String name, String desc) {}

  static SharedData read(Path folder, ObjectMapper json) throws IOException {
    String sentence = Files.readString(folder.resolve("sentence.txt")).stripTrailing();
    Asset[] assets = json.readValue(folder.resolve("assets.json").toFile(), Asset[].class);
    return new SharedData(
        String.join("\n", Collections.nCopies(LINES, sentence)),
        Arrays.stream(assets).collect(Collectors.toMap(asset -> String.valueOf(asset.id()), Function.identity())));
  }
}
