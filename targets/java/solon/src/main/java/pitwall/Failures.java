package pitwall;

import org.noear.solon.core.exception.StatusException;

/** The failures that more than one handler raises. */
final class Failures {
  private Failures() {}

  static StatusException badRequest(String message) {
    return new StatusException(message, 400);
  }

  static StatusException notFound() {
    return new StatusException("not found", 404);
  }
}
