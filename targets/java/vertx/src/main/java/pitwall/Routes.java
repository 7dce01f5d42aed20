package pitwall;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** The scenarios by their paths. */
record Routes(SharedData shared, AtomicLong requests, Menus menus, Accounts accounts, Users users) {
  private static final int MOST_MENUS = 11;

  /** Opens the pools, which all routers share. */
  static Routes open(Vertx vertx, Config config) throws IOException {
    int poolSize = config.poolSize();
    return new Routes(
        SharedData.read(config.sharedDir()),
        new AtomicLong(),
        Menus.open(vertx, poolSize),
        Accounts.open(vertx, poolSize),
        Users.open(vertx, poolSize));
  }

  Router router(Vertx vertx) {
    Router router = Router.router(vertx);
    router.route().handler(this::count).failureHandler(Failures::answer);

    router.get("/healthz").handler(context -> text(context, "ok"));
    router.get("/plaintext").handler(context -> text(context, "Hello, World!"));
    router.get("/json").handler(context -> context.json(new JsonObject().put("status", 1).put("msg", "成功")));
    router.get("/json-large").handler(this::jsonLarge);
    router.get("/error").handler(context -> context.fail(Failures.badRequest("abcd")));
    router.get("/count").handler(
        context -> context.json(new JsonObject().put("code", 200).put("message", requests.get())));
    router.get("/assets/:id").handler(this::asset);

    router.get("/menus").respond(this::menus);
    router.get("/accounts").respond(context -> accounts.all());
    // So many digits fit a long; any other path is an unknown one.
    router.getWithRegex("/accounts/(?<id>\\d{1,18})").respond(this::account);
    router
        .post("/accounts")
        .consumes("application/json")
        .handler(BodyHandler.create(false))
        .respond(this::insertAccount);
    router.get("/users").respond(context -> users.all());

    // No route fits the path, or none the method or the body: the first route's handler does not see these.
    for (int status : new int[] {404, 405, 415}) {
      router.errorHandler(status, Failures::answer);
    }
    return router;
  }

  private void count(RoutingContext context) {
    requests.incrementAndGet();
    context.next();
  }

  private static void text(RoutingContext context, String text) {
    context.response().putHeader(HttpHeaders.CONTENT_TYPE, "text/plain").end(text);
  }

  private void jsonLarge(RoutingContext context) {
    context.json(
        new JsonObject()
            .put("content", shared.content())
            .put("size", 100)
            .put("price", 10.12)
            .put("vip", true));
  }

  private void asset(RoutingContext context) {
    JsonObject asset = shared.assets().get(context.pathParam("id"));
    if (asset == null) {
      context.fail(Failures.notFound());
    } else {
      context.json(asset);
    }
  }

  private Future<JsonObject> menus(RoutingContext context) {
    int limit = limit(context.request().getParam("limit", String.valueOf(MOST_MENUS)));
    return menus.first(limit)
        .map(data -> new JsonObject().put("status", 1).put("msg", "success").put("data", data));
  }

  private static int limit(String text) {
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= MOST_MENUS) {
        return limit;
      }
    } catch (NumberFormatException exception) {
      // Answered below, like a number out of bounds.
    }
    throw Failures.badRequest("limit: expected a number from 1 to %d, got \"%s\"".formatted(MOST_MENUS, text));
  }

  private Future<JsonObject> account(RoutingContext context) {
    return accounts
        .byId(Long.parseLong(context.pathParam("id")))
        .compose(
            account ->
                account == null ? Future.failedFuture(Failures.notFound()) : Future.succeededFuture(account));
  }

  private Future<JsonObject> insertAccount(RoutingContext context) {
    NewAccount account = NewAccount.of(context.body());
    context.response().setStatusCode(201);
    return accounts.insert(account);
  }
}
