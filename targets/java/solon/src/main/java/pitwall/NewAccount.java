package pitwall;

import java.time.DateTimeException;
import java.time.Instant;
import org.noear.snack4.ONode;

/** What a client sends. Solon's own conversion would make a text of a number, and null of what is not there. */
record NewAccount(
    Instant registerDate, String name, String password, String nickName, String introduction, int status) {

  static NewAccount of(String body) {
    ONode account = object(body);
    return new NewAccount(
        instant(account, "register_date"),
        text(account, "name"),
        text(account, "password"),
        text(account, "nick_name"),
        text(account, "introduction"),
        number(account, "status"));
  }

  private static ONode object(String body) {
    try {
      ONode node = ONode.ofJson(body);
      if (node.isObject()) {
        return node;
      }
    } catch (RuntimeException exception) {
      // Answered below, like a body that is not there.
    }
    throw Failures.badRequest("body: expected a JSON object");
  }

  private static String text(ONode account, String key) {
    if (account.get(key).isString()) {
      return account.get(key).getString();
    }
    throw Failures.badRequest(key + ": expected a text");
  }

  private static int number(ONode account, String key) {
    if (account.get(key).isNumber()) {
      return account.get(key).getInt();
    }
    throw Failures.badRequest(key + ": expected a whole number");
  }

  private static Instant instant(ONode account, String key) {
    try {
      return Instant.parse(text(account, key));
    } catch (DateTimeException exception) {
      throw Failures.badRequest(key + ": expected an instant");
    }
  }
}
