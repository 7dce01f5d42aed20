package pitwall.plain;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import pitwall.shared.SharedData;

/** The scenarios that look nothing up. */
@RestController
public class PlainController {
  private final SharedData shared;
  private final RequestCounter counter;

  public PlainController(SharedData shared, RequestCounter counter) {
    this.shared = shared;
    this.counter = counter;
  }

  record Small(int status, String msg) {}

  record Large(String content, int size, double price, boolean vip) {}

  record Count(int code, long message) {}

  @GetMapping(path = "/healthz", produces = MediaType.TEXT_PLAIN_VALUE)
  String health() {
    return "ok";
  }

  @GetMapping(path = "/plaintext", produces = MediaType.TEXT_PLAIN_VALUE)
  String plaintext() {
    return "Hello, World!";
  }

  @GetMapping("/json")
  Small json() {
    return new Small(1, "成功");
  }

  @GetMapping("/json-large")
  Large jsonLarge() {
    return new Large(shared.content(), 100, 10.12, true);
  }

  @GetMapping("/error")
  void error() {
    throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "abcd");
  }

  @GetMapping("/count")
  Count count() {
    return new Count(200, counter.total());
  }
}
