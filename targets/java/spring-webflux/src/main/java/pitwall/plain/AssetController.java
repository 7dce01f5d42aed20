package pitwall.plain;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import pitwall.errors.Failures;
import pitwall.shared.Asset;
import pitwall.shared.SharedData;

@RestController
public class AssetController {
  private final SharedData shared;

  public AssetController(SharedData shared) {
    this.shared = shared;
  }

  @GetMapping("/assets/{id}")
  Asset asset(@PathVariable String id) {
    Asset asset = shared.asset(id);
    if (asset == null) {
      throw Failures.notFound();
    }
    return asset;
  }
}
