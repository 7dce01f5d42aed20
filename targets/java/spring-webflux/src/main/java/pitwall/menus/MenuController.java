package pitwall.menus;

import io.r2dbc.spi.Readable;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import pitwall.errors.Failures;
import reactor.core.publisher.Mono;

@RestController
public class MenuController {
  private static final String FIRST =
      "select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit :limit";

  private final Optional<DatabaseClient> client;

  public MenuController(@Qualifier("postgresql") Optional<DatabaseClient> client) {
    this.client = client;
  }

  record MenuList(int status, String msg, List<Menu> data) {}

  @GetMapping("/menus")
  Mono<MenuList> menus(@RequestParam(defaultValue = "11") @Min(1) @Max(11) int limit) {
    return client
        .orElseThrow(() -> Failures.noDatabase("PGHOST"))
        .sql(FIRST)
        .bind("limit", limit)
        .map(MenuController::menu)
        .all()
        .collectList()
        .map(menus -> new MenuList(1, "success", menus));
  }

  /** The time has no zone in the table, where it is UTC. */
  private static Menu menu(Readable row) {
    return new Menu(
        row.get(0, BigDecimal.class).toPlainString(),
        row.get(1, String.class),
        row.get(2, Integer.class),
        row.get(3, LocalDateTime.class).toInstant(ZoneOffset.UTC),
        row.get(4, String.class),
        row.get(5, String.class));
  }
}
