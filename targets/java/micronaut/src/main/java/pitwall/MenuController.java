package pitwall;

import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.micronaut.serde.annotation.Serdeable;
import io.micronaut.serde.config.naming.SnakeCaseStrategy;
import jakarta.inject.Named;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Reads sys_menu. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
class MenuController {
  private static final String FIRST =
      "select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit ?";

  private final DataSource pool;

  /** The id has more digits than a number of JSON holds. */
  @Serdeable(naming = SnakeCaseStrategy.class)
  record Menu(String id, String name, int showFlag, Instant createDate, String code, String parentCode) {}

  @Serdeable
  record MenuList(int status, String msg, List<Menu> data) {}

  MenuController(@Named("postgresql") DataSource pool) {
    this.pool = pool;
  }

  @Get("/menus")
  MenuList menus(@QueryValue(defaultValue = "11") @Min(1) @Max(11) int limit) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(FIRST)) {
      statement.setInt(1, limit);
      try (ResultSet rows = statement.executeQuery()) {
        List<Menu> menus = new ArrayList<>();
        while (rows.next()) {
          menus.add(menu(rows));
        }
        return new MenuList(1, "success", menus);
      }
    }
  }

  /** The time has no zone in the table, where it is UTC. */
  private static Menu menu(ResultSet row) throws SQLException {
    return new Menu(
        row.getString(1),
        row.getString(2),
        row.getInt(3),
        row.getObject(4, LocalDateTime.class).toInstant(ZoneOffset.UTC),
        row.getString(5),
        row.getString(6));
  }
}
