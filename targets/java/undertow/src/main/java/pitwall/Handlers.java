package pitwall;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.RequestTooBigException;
import io.undertow.server.RoutingHandler;
import io.undertow.server.handlers.BlockingHandler;
import io.undertow.server.handlers.ExceptionHandler;
import io.undertow.util.Headers;
import io.undertow.util.PathTemplateMatch;
import io.undertow.util.StatusCodes;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import pitwall.Accounts.Account;
import pitwall.Accounts.NewAccount;
import pitwall.SharedData.Asset;

/** The scenarios by their paths. */
record Handlers(
    ObjectMapper json, SharedData shared, AtomicLong requests, Menus menus, Accounts accounts, Users users) {
  private static final int MOST_MENUS = 11;

  record Small(int status, String msg) {}

  record Large(String content, int size, double price, boolean vip) {}

  record MenuList(int status, String msg, List<Menus.Menu> data) {}

  /** The envelope of errors, and of the counter, whose message is a number. */
  record Coded(int code, Object message) {}

  static Handlers open(Config config, ObjectMapper json) throws IOException {
    return new Handlers(
        json,
        SharedData.read(config.sharedDir(), json),
        new AtomicLong(),
        new Menus(Pools.postgresql(config.poolSize())),
        new Accounts(Pools.mysql(config.poolSize())),
        new Users(Pools.mongodb(config.poolSize())));
  }

  /** What queries a database goes to Undertow's worker threads; the rest stays on the threads that read requests. */
  HttpHandler root() {
    RoutingHandler routes = new RoutingHandler();
    routes.get("/healthz", exchange -> sendText(exchange, "ok"));
    routes.get("/plaintext", exchange -> sendText(exchange, "Hello, World!"));
    routes.get("/json", exchange -> send(exchange, new Small(1, "成功")));
    routes.get("/json-large", exchange -> send(exchange, new Large(shared.content(), 100, 10.12, true)));
    routes.get("/error", exchange -> { throw Failure.badRequest("abcd"); });
    routes.get("/count", exchange -> send(exchange, new Coded(200, requests.get())));
    routes.get("/assets/{id}", this::asset);

    routes.get("/menus", blocking(this::menus));
    routes.get("/accounts", blocking(exchange -> send(exchange, accounts.all())));
    routes.get("/accounts/{id}", blocking(this::account));
    routes.post("/accounts", blocking(this::insertAccount));
    routes.get("/users", blocking(exchange -> send(exchange, users.all())));

    routes.setFallbackHandler(exchange -> { throw Failure.notFound(); });
    routes.setInvalidMethodHandler(this::wrongMethod);
    HttpHandler answering = answering(routes);
    return exchange -> {
      requests.incrementAndGet();
      answering.handleRequest(exchange);
    };
  }

  /** Names the methods of the path itself: the router tells them to nobody. */
  private void wrongMethod(HttpServerExchange exchange) throws JsonProcessingException {
    String allowed = exchange.getRelativePath().equals("/accounts") ? "GET, POST" : "GET";
    exchange.getResponseHeaders().put(Headers.ALLOW, allowed);
    sendCoded(exchange, StatusCodes.METHOD_NOT_ALLOWED, "wrong method");
  }

  /** A worker thread answers what it throws by itself: the handlers of the thread that read are left behind. */
  private HttpHandler blocking(HttpHandler handler) {
    return new BlockingHandler(answering(handler));
  }

  private ExceptionHandler answering(HttpHandler handler) {
    return new ExceptionHandler(handler).addExceptionHandler(Throwable.class, this::answer);
  }

  private void answer(HttpServerExchange exchange) throws JsonProcessingException {
    Throwable thrown = exchange.getAttachment(ExceptionHandler.THROWABLE);
    if (thrown instanceof Failure failure) {
      sendCoded(exchange, failure.status, failure.getMessage());
    } else if (thrown instanceof JsonProcessingException failure) {
      sendCoded(exchange, StatusCodes.BAD_REQUEST, failure.getOriginalMessage());
    } else if (thrown instanceof CharConversionException failure) {
      // A body in an encoding of Unicode that Jackson does not read.
      sendCoded(exchange, StatusCodes.BAD_REQUEST, failure.getMessage());
    } else if (thrown instanceof RequestTooBigException) {
      String message = "body: expected at most %d bytes".formatted(exchange.getMaxEntitySize());
      sendCoded(exchange, StatusCodes.REQUEST_ENTITY_TOO_LARGE, message);
    } else {
      // A database, most likely.
      sendCoded(exchange, StatusCodes.INTERNAL_SERVER_ERROR, String.valueOf(thrown));
    }
  }

  private static void sendText(HttpServerExchange exchange, String text) {
    exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "text/plain");
    exchange.getResponseSender().send(text);
  }

  private void send(HttpServerExchange exchange, Object value) throws JsonProcessingException {
    exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/json");
    exchange.getResponseSender().send(ByteBuffer.wrap(json.writeValueAsBytes(value)));
  }

  private void sendCoded(HttpServerExchange exchange, int status, String message) throws JsonProcessingException {
    exchange.setStatusCode(status);
    send(exchange, new Coded(status, message));
  }

  /** The router puts the parts of a path behind the parameters of the query as well, where one of them may hide it. */
  private static String inPath(HttpServerExchange exchange, String name) {
    return exchange.getAttachment(PathTemplateMatch.ATTACHMENT_KEY).getParameters().get(name);
  }

  private static String inQuery(HttpServerExchange exchange, String name) {
    Deque<String> values = exchange.getQueryParameters().get(name);
    return values == null ? null : values.getFirst();
  }

  private void asset(HttpServerExchange exchange) throws JsonProcessingException {
    Asset asset = shared.assets().get(inPath(exchange, "id"));
    if (asset == null) {
      throw Failure.notFound();
    }
    send(exchange, asset);
  }

  private void menus(HttpServerExchange exchange) throws SQLException, JsonProcessingException {
    send(exchange, new MenuList(1, "success", menus.first(limit(inQuery(exchange, "limit")))));
  }

  private static int limit(String text) {
    if (text == null) {
      return MOST_MENUS;
    }
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= MOST_MENUS) {
        return limit;
      }
    } catch (NumberFormatException exception) {
      // Answered below, like a number out of bounds.
    }
    throw Failure.badRequest("limit: expected a number from 1 to %d, got \"%s\"".formatted(MOST_MENUS, text));
  }

  private void account(HttpServerExchange exchange) throws SQLException, JsonProcessingException {
    Account account = accounts.byId(id(inPath(exchange, "id")));
    if (account == null) {
      throw Failure.notFound();
    }
    send(exchange, account);
  }

  /** Of a path that is no number there is no row. */
  private static long id(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException exception) {
      throw Failure.notFound();
    }
  }

  private void insertAccount(HttpServerExchange exchange) throws SQLException, IOException {
    NewAccount account = json.readValue(exchange.getInputStream(), NewAccount.class);
    if (account == null) {
      throw Failure.badRequest("body: expected a JSON object");
    }
    exchange.setStatusCode(StatusCodes.CREATED);
    send(exchange, accounts.insert(account));
  }
}
