package pitwall;

import io.micronaut.http.HttpStatus;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.exceptions.HttpStatusException;
import io.micronaut.serde.annotation.Serdeable;
import pitwall.SharedData.Asset;

/** The scenarios that need no database. They wait for nothing, and so the event loops run them. */
@Controller
class PlainController {
  private final SharedData shared;
  private final RequestCounter counter;

  @Serdeable
  record Small(int status, String msg) {}

  @Serdeable
  record Large(String content, int size, double price, boolean vip) {}

  PlainController(SharedData shared, RequestCounter counter) {
    this.shared = shared;
    this.counter = counter;
  }

  @Get(uri = "/healthz", produces = MediaType.TEXT_PLAIN)
  String health() {
    return "ok";
  }

  @Get(uri = "/plaintext", produces = MediaType.TEXT_PLAIN)
  String plaintext() {
    return "Hello, World!";
  }

  @Get("/json")
  Small json() {
    return new Small(1, "成功");
  }

  @Get("/json-large")
  Large jsonLarge() {
    return new Large(shared.content(), 100, 10.12, true);
  }

  @Get("/error")
  void error() {
    throw new HttpStatusException(HttpStatus.BAD_REQUEST, "abcd");
  }

  @Get("/count")
  Coded count() {
    return new Coded(200, counter.total());
  }

  @Get("/assets/{id}")
  Asset asset(String id) {
    Asset asset = shared.asset(id);
    if (asset == null) {
      throw ErrorEnvelope.notFound();
    }
    return asset;
  }
}
