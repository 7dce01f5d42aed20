package pitwall;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;

/** What handlers raise, and how the router answers it. */
final class Failures {
  private Failures() {}

  static HttpException badRequest(String message) {
    return new HttpException(400, message);
  }

  static HttpException notFound() {
    return new HttpException(404, "not found");
  }

  /** Of a database whose variable is not set: the other scenarios need none. */
  static IllegalStateException noDatabase(String variable) {
    return new IllegalStateException("no database: " + variable + " is not set");
  }

  /** The context has the status that was raised, or the router's own where no route fits. */
  static void answer(RoutingContext context) {
    int status = context.statusCode() < 0 ? 500 : context.statusCode();
    context.response().setStatusCode(status);
    context.json(new JsonObject().put("code", status).put("message", message(context.failure(), status)));
  }

  private static String message(Throwable failure, int status) {
    if (failure instanceof HttpException raised && raised.getPayload() != null) {
      return raised.getPayload();
    }
    return failure != null && failure.getMessage() != null
        ? failure.getMessage()
        : HttpResponseStatus.valueOf(status).reasonPhrase().toLowerCase();
  }
}
