package pitwall.errors;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Turns whatever was thrown into the response. Spring's base class knows the status of its own exceptions. */
@RestControllerAdvice
public class ErrorAdvice extends ResponseEntityExceptionHandler {
  record Failure(int code, String message) {}

  @Override
  protected ResponseEntity<Object> handleNoHandlerFoundException(
      NoHandlerFoundException exception, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    return handleExceptionInternal(exception, new Failure(status.value(), "not found"), headers, status, request);
  }

  @Override
  protected ResponseEntity<Object> createResponseEntity(
      Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    Object failure = body instanceof ProblemDetail problem ? new Failure(status.value(), problem.getDetail()) : body;
    return new ResponseEntity<>(failure, headers, status);
  }

  /** A database, most likely. */
  @ExceptionHandler
  ResponseEntity<Object> handleOther(Exception exception, WebRequest request) {
    HttpStatus status = HttpStatus.INTERNAL_SERVER_ERROR;
    Throwable cause = NestedExceptionUtils.getMostSpecificCause(exception);
    Failure failure = new Failure(status.value(), String.valueOf(cause.getMessage()));
    return handleExceptionInternal(exception, failure, HttpHeaders.EMPTY, status, request);
  }
}
