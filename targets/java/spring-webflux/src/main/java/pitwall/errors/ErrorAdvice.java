package pitwall.errors;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.reactive.result.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Turns whatever was thrown into the response. Spring's base class knows the status of its own exceptions. */
@RestControllerAdvice
public class ErrorAdvice extends ResponseEntityExceptionHandler {
  record Failure(int code, String message) {}

  /** Spring has no words for a path without a handler. */
  @Override
  protected Mono<ResponseEntity<Object>> createResponseEntity(
      Object body, HttpHeaders headers, HttpStatusCode status, ServerWebExchange exchange) {
    String detail = body instanceof ProblemDetail problem ? problem.getDetail() : null;
    String message = status.value() == HttpStatus.NOT_FOUND.value() ? "not found" : detail;
    return Mono.just(new ResponseEntity<>(new Failure(status.value(), message), headers, status));
  }

  /** A database, most likely. */
  @ExceptionHandler
  ResponseEntity<Failure> handleOther(Exception exception) {
    HttpStatus status = HttpStatus.INTERNAL_SERVER_ERROR;
    Throwable cause = NestedExceptionUtils.getMostSpecificCause(exception);
    return ResponseEntity.status(status).body(new Failure(status.value(), String.valueOf(cause.getMessage())));
  }
}
