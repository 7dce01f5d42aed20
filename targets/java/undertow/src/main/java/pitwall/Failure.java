package pitwall;

/** What a handler throws, with the status that answers it. */
final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1;
  final int status;

  private Failure(int status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  static Failure badRequest(String message) {
    return new Failure(400, message);
  }

  static Failure notFound() {
    return new Failure(404, "not found");
  }
}
