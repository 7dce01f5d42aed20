package pitwall;

import org.noear.solon.annotation.Controller;
import org.noear.solon.annotation.Get;
import org.noear.solon.annotation.Inject;
import org.noear.solon.annotation.Mapping;
import org.noear.solon.annotation.Path;
import org.noear.solon.annotation.Produces;
import pitwall.RequestFilter.Coded;
import pitwall.SharedData.Asset;

/** The scenarios that need no database. */
@Controller
public class PlainController {
  @Inject private SharedData shared;
  @Inject private RequestFilter requests;

  record Small(int status, String msg) {}

  record Large(String content, int size, double price, boolean vip) {}

  @Get
  @Mapping("/healthz")
  @Produces("text/plain")
  public String health() {
    return "ok";
  }

  @Get
  @Mapping("/plaintext")
  @Produces("text/plain")
  public String plaintext() {
    return "Hello, World!";
  }

  @Get
  @Mapping("/json")
  public Small json() {
    return new Small(1, "成功");
  }

  @Get
  @Mapping("/json-large")
  public Large jsonLarge() {
    return new Large(shared.content(), 100, 10.12, true);
  }

  @Get
  @Mapping("/error")
  public void error() {
    throw Failures.badRequest("abcd");
  }

  @Get
  @Mapping("/count")
  public Coded count() {
    return new Coded(200, requests.total());
  }

  @Get
  @Mapping("/assets/{id}")
  public Asset asset(@Path("id") String id) {
    Asset asset = shared.asset(id);
    if (asset == null) {
      throw Failures.notFound();
    }
    return asset;
  }
}
