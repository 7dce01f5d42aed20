package pitwall;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RequestBody;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;

/** What a client sends. */
record NewAccount(
    Instant registerDate, String name, String password, String nickName, String introduction, int status) {

  static NewAccount of(RequestBody body) {
    JsonObject account = object(body);
    return new NewAccount(
        instant(account, "register_date"),
        text(account, "name"),
        text(account, "password"),
        text(account, "nick_name"),
        text(account, "introduction"),
        number(account, "status"));
  }

  private static JsonObject object(RequestBody body) {
    try {
      JsonObject object = body.asJsonObject();
      if (object != null) {
        return object;
      }
    } catch (DecodeException | ClassCastException exception) {
      // Answered below, like a body that is not there.
    }
    throw Failures.badRequest("body: expected a JSON object");
  }

  private static String text(JsonObject account, String key) {
    if (account.getValue(key) instanceof String text) {
      return text;
    }
    throw Failures.badRequest(key + ": expected a text");
  }

  private static int number(JsonObject account, String key) {
    if (account.getValue(key) instanceof Integer number) {
      return number;
    }
    throw Failures.badRequest(key + ": expected a whole number");
  }

  private static Instant instant(JsonObject account, String key) {
    try {
      return OffsetDateTime.parse(text(account, key)).toInstant().truncatedTo(ChronoUnit.MILLIS);
    } catch (DateTimeException exception) {
      throw Failures.badRequest(key + ": expected an instant");
    }
  }
}
