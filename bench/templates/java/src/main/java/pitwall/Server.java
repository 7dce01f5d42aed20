package pitwall;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Answers Pitwall's scenarios. It is written with the JDK's own server: replace that with __FRAMEWORK__. */
public final class Server {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int THREADS_PER_WORKER = 16;
  private static final int BACKLOG = 1_024;

  private final AtomicLong requests = new AtomicLong();
  private final Map<String, Asset> assets;
  private final String content;
  private final Map<String, Function<String, Object>> routes;

  record Asset(int id, String name, String desc) {}

  record Status(int status, String msg) {}

  record Large(String content, int size, double price, boolean vip) {}

  /** The envelope of errors, and of the counter, whose message is a number. */
  record Coded(int code, Object message) {}

  /** An error with the status that answers it. */
  static final class HttpError extends RuntimeException {
    private static final long serialVersionUID = 1;
    final int status;

    HttpError(int status, String message) {
      super(message, null, false, false);
      this.status = status;
    }
  }

  private Server(Path sharedDir) throws IOException {
    String sentence = Files.readString(sharedDir.resolve("sentence.txt")).stripTrailing();
    content = String.join("\n", Collections.nCopies(100, sentence));
    List<Asset> list = JSON.readValue(sharedDir.resolve("assets.json").toFile(), new TypeReference<>() {});
    assets = list.stream().collect(Collectors.toMap(asset -> String.valueOf(asset.id()), asset -> asset));
    routes =
        Map.of(
            "GET /healthz", id -> "ok",
            "GET /plaintext", id -> "Hello, World!",
            "GET /json", id -> new Status(1, "成功"),
            "GET /json-large", id -> new Large(content, 100, 10.12, true),
            "GET /error", id -> { throw new HttpError(400, "abcd"); },
            "GET /count", id -> new Coded(200, requests.get()),
            "GET /assets/", this::asset);
  }

  public static void main(String[] arguments) throws IOException {
    // Without this, small answers wait until earlier ones are acknowledged.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    int port = Integer.parseInt(variable("PORT", "8080"));
    int processors = Runtime.getRuntime().availableProcessors();
    int workers = Integer.parseInt(variable("WORKERS", String.valueOf(processors)));

    String sharedDir = variable("SHARED_DIR", "");
    if (sharedDir.isEmpty()) {
      System.err.println("SHARED_DIR: expected the folder of sentence.txt and assets.json, it is not set");
      System.exit(1);
    }
    Server server = new Server(Path.of(sharedDir));
    HttpServer http = HttpServer.create(new InetSocketAddress(variable("HOST", "127.0.0.1"), port), BACKLOG);
    ExecutorService threads = Executors.newFixedThreadPool(workers * THREADS_PER_WORKER);
    http.setExecutor(threads);
    http.createContext("/", server::answer);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> http.stop(1)));
    http.start();
  }

  private static String variable(String name, String fallback) {
    String text = System.getenv(name);
    return text == null || text.isEmpty() ? fallback : text;
  }

  /** Counts the request, finds its handler, and answers with what it returns or throws. */
  private void answer(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    try {
      send(exchange, 200, handle(exchange.getRequestMethod(), exchange.getRequestURI().getRawPath()));
    } catch (HttpError error) {
      send(exchange, error.status, new Coded(error.status, error.getMessage()));
    } catch (RuntimeException exception) {
      send(exchange, 500, new Coded(500, exception.toString()));
    }
  }

  private Object handle(String method, String path) {
    // A path of two parts is a collection and an id; no route has more.
    int slash = path.indexOf('/', 1);
    boolean inCollection = slash != -1 && slash < path.length() - 1 && path.indexOf('/', slash + 1) == -1;
    String route = inCollection ? path.substring(0, slash + 1) : path;
    Function<String, Object> handler = routes.get(method + " " + route);
    if (handler == null) {
      throw new HttpError(404, "not found");
    }
    return handler.apply(inCollection ? path.substring(slash + 1) : "");
  }

  private Asset asset(String id) {
    Asset asset = assets.get(id);
    if (asset == null) {
      throw new HttpError(404, "not found");
    }
    return asset;
  }

  /** Sends text as it is and everything else as JSON. */
  private static void send(HttpExchange exchange, int status, Object value) throws IOException {
    boolean isText = value instanceof String;
    byte[] body =
        isText ? ((String) value).getBytes(StandardCharsets.UTF_8) : JSON.writeValueAsBytes(value);
    String type = isText ? "text/plain; charset=utf-8" : "application/json; charset=utf-8";
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }
}
