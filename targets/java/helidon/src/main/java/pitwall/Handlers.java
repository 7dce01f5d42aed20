package pitwall;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.helidon.http.BadRequestException;
import io.helidon.http.HttpException;
import io.helidon.http.NotFoundException;
import io.helidon.http.Status;
import io.helidon.http.media.jackson.JacksonRuntimeException;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import pitwall.Accounts.Account;
import pitwall.Accounts.NewAccount;
import pitwall.SharedData.Asset;

/** The scenarios by their paths. */
record Handlers(SharedData shared, AtomicLong requests, Menus menus, Accounts accounts, Users users) {
  private static final int MOST_MENUS = 11;

  record Small(int status, String msg) {}

  record Large(String content, int size, double price, boolean vip) {}

  record MenuList(int status, String msg, List<Menus.Menu> data) {}

  /** The envelope of errors, and of the counter, whose message is a number. */
  record Coded(int code, Object message) {}

  static Handlers open(Config config, ObjectMapper json) throws IOException {
    return new Handlers(
        SharedData.read(config.sharedDir(), json),
        new AtomicLong(),
        new Menus(Pools.postgresql(config.poolSize())),
        new Accounts(Pools.mysql(config.poolSize())),
        new Users(Pools.mongodb(config.poolSize())));
  }

  void addTo(HttpRouting.Builder routes) {
    routes.addFilter(
        (chain, request, response) -> {
          requests.incrementAndGet();
          chain.proceed();
        });

    routes.get("/healthz", (request, response) -> response.send("ok"));
    routes.get("/plaintext", (request, response) -> response.send("Hello, World!"));
    routes.get("/json", (request, response) -> response.send(new Small(1, "成功")));
    routes.get(
        "/json-large", (request, response) -> response.send(new Large(shared.content(), 100, 10.12, true)));
    routes.get("/error", (request, response) -> { throw new BadRequestException("abcd"); });
    routes.get("/count", (request, response) -> response.send(new Coded(200, requests.get())));
    routes.get("/assets/{id}", this::asset);

    routes.get("/menus", this::menus);
    routes.get("/accounts", (request, response) -> response.send(accounts.all()));
    routes.get("/accounts/{id}", this::account);
    routes.post("/accounts", this::insertAccount);
    routes.get("/users", (request, response) -> response.send(users.all()));

    routes.error(
        HttpException.class, (request, response, failure) -> answer(response, failure.status(), failure.getMessage()));
    routes.error(
        JacksonRuntimeException.class,
        (request, response, failure) -> answer(response, Status.BAD_REQUEST_400, failure.getCause().getMessage()));
    // A database, most likely.
    routes.error(
        Exception.class,
        (request, response, failure) ->
            answer(response, Status.INTERNAL_SERVER_ERROR_500, String.valueOf(failure)));
  }

  /** Helidon's own message for a path without a route is another one. */
  private static void answer(ServerResponse response, Status status, String message) {
    response.status(status).send(new Coded(status.code(), status == Status.NOT_FOUND_404 ? "not found" : message));
  }

  private void asset(ServerRequest request, ServerResponse response) {
    Asset asset = shared.assets().get(request.path().pathParameters().get("id"));
    if (asset == null) {
      throw new NotFoundException("not found");
    }
    response.send(asset);
  }

  private void menus(ServerRequest request, ServerResponse response) throws SQLException {
    int limit = limit(request.query().first("limit").orElse(null));
    response.send(new MenuList(1, "success", menus.first(limit)));
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
    throw new BadRequestException("limit: expected a number from 1 to %d, got \"%s\"".formatted(MOST_MENUS, text));
  }

  private void account(ServerRequest request, ServerResponse response) throws SQLException {
    Account account = accounts.byId(id(request.path().pathParameters().get("id")));
    if (account == null) {
      throw new NotFoundException("not found");
    }
    response.send(account);
  }

  /** Of a path that is no number there is no row. */
  private static long id(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException exception) {
      throw new NotFoundException("not found");
    }
  }

  private void insertAccount(ServerRequest request, ServerResponse response) throws SQLException {
    NewAccount account = request.content().hasEntity() ? request.content().as(NewAccount.class) : null;
    if (account == null) {
      throw new BadRequestException("body: expected a JSON object");
    }
    response.status(Status.CREATED_201).send(accounts.insert(account));
  }
}
