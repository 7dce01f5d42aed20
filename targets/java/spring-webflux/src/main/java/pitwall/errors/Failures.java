package pitwall.errors;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** The failures that more than one handler raises. */
public final class Failures {
  private Failures() {}

  public static ResponseStatusException notFound() {
    return new ResponseStatusException(HttpStatus.NOT_FOUND, "not found");
  }

  /** Of a database whose variable is not set: the other scenarios need none. */
  public static IllegalStateException noDatabase(String variable) {
    return new IllegalStateException("no database: " + variable + " is not set");
  }
}
