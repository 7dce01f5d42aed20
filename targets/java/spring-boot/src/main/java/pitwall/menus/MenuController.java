package pitwall.menus;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import pitwall.errors.Failures;

@RestController
public class MenuController {
  private final Optional<MenuTable> menus;

  public MenuController(Optional<MenuTable> menus) {
    this.menus = menus;
  }

  record MenuList(int status, String msg, List<Menu> data) {}

  @GetMapping("/menus")
  MenuList menus(@RequestParam(defaultValue = "11") @Min(1) @Max(11) int limit) {
    MenuTable table = menus.orElseThrow(() -> Failures.noDatabase("PGHOST"));
    return new MenuList(1, "success", table.first(limit));
  }
}
