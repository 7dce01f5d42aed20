package pitwall;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.config.RoutesConfig;
import io.javalin.http.BadRequestResponse;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.http.InternalServerErrorResponse;
import io.javalin.http.NotFoundResponse;
import io.javalin.validation.ValidationException;
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

  void addTo(RoutesConfig routes) {
    routes.before(context -> requests.incrementAndGet());

    routes.get("/healthz", context -> context.result("ok"));
    routes.get("/plaintext", context -> context.result("Hello, World!"));
    routes.get("/json", context -> context.json(new Small(1, "成功")));
    routes.get("/json-large", context -> context.json(new Large(shared.content(), 100, 10.12, true)));
    routes.get("/error", context -> { throw new BadRequestResponse("abcd"); });
    routes.get("/count", context -> context.json(new Coded(200, requests.get())));
    routes.get("/assets/{id}", this::asset);

    routes.get("/menus", this::menus);
    routes.get("/accounts", context -> context.json(accounts.all()));
    routes.get("/accounts/{id}", this::account);
    routes.post("/accounts", this::insertAccount);
    routes.get("/users", context -> context.json(users.all()));

    routes.exception(HttpResponseException.class, (failure, context) -> answer(context, failure));
    routes.exception(
        ValidationException.class,
        (failure, context) -> answer(context, new BadRequestResponse("body: " + failure.getErrors())));
    // A database, most likely.
    routes.exception(
        Exception.class,
        (failure, context) ->
            answer(context, new InternalServerErrorResponse(String.valueOf(failure))));
  }

  /** Javalin's own message for a path without a route names the path. */
  private static void answer(Context context, HttpResponseException failure) {
    String message = failure.getStatus() == 404 ? "not found" : failure.getMessage();
    context.status(failure.getStatus()).json(new Coded(failure.getStatus(), message));
  }

  private void asset(Context context) {
    Asset asset = shared.assets().get(context.pathParam("id"));
    if (asset == null) {
      throw new NotFoundResponse();
    }
    context.json(asset);
  }

  private void menus(Context context) throws SQLException {
    context.json(new MenuList(1, "success", menus.first(limit(context.queryParam("limit")))));
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
    throw new BadRequestResponse("limit: expected a number from 1 to %d, got \"%s\"".formatted(MOST_MENUS, text));
  }

  private void account(Context context) throws SQLException {
    Account account = accounts.byId(id(context.pathParam("id")));
    if (account == null) {
      throw new NotFoundResponse();
    }
    context.json(account);
  }

  /** Of a path that is no number there is no row. */
  private static long id(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException exception) {
      throw new NotFoundResponse();
    }
  }

  private void insertAccount(Context context) throws SQLException {
    NewAccount account = context.bodyValidator(NewAccount.class).get();
    context.status(HttpStatus.CREATED).json(accounts.insert(account));
  }
}
