package pitwall;

import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.MutableHttpResponse;
import io.micronaut.http.exceptions.HttpStatusException;
import io.micronaut.http.server.exceptions.response.ErrorContext;
import io.micronaut.http.server.exceptions.response.ErrorResponseProcessor;
import jakarta.inject.Singleton;

/** Answers all errors, Micronaut's own as well, in the one envelope. */
@Singleton
class ErrorEnvelope implements ErrorResponseProcessor<Coded> {
  static HttpStatusException notFound() {
    return new HttpStatusException(HttpStatus.NOT_FOUND, "not found");
  }

  @Override
  public MutableHttpResponse<Coded> processResponse(ErrorContext context, MutableHttpResponse<?> response) {
    return response
        .body(new Coded(response.code(), message(context, response)))
        .contentType(MediaType.APPLICATION_JSON);
  }

  /** Micronaut's own message for a path without a route is another one. */
  private static String message(ErrorContext context, HttpResponse<?> response) {
    if (response.code() == HttpStatus.NOT_FOUND.getCode()) {
      return "not found";
    }
    return context.hasErrors() ? context.getErrors().getFirst().getMessage() : response.reason();
  }
}
