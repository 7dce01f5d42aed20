package pitwall;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/**
 * What the responses are made of, read once at start: the text of json-large, and the assets by their id as a
 * path spells it, so that a path that is no number finds none.
 */
record SharedData(String content, Map<String, JsonObject> assets) {
  private static final int LINES = 100;

  static SharedData read(Path folder) throws IOException {
    String sentence = Files.readString(folder.resolve("sentence.txt")).stripTrailing();
    Map<String, JsonObject> assets = new HashMap<>();
    for (Object asset : new JsonArray(Files.readString(folder.resolve("assets.json")))) {
      JsonObject object = (JsonObject) asset;
      assets.put(String.valueOf(object.getInteger("id")), object);
    }
    return new SharedData(String.join("\n", Collections.nCopies(LINES, sentence)), assets);
  }
}
