package pitwall;

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
record Menus(DataSource pool) {
  private static final String FIRST =
      "select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit ?";

  /** The id has more digits than a number of JSON holds. */
  record Menu(String id, String name, int showFlag, Instant createDate, String code, String parentCode) {}

  List<Menu> first(int limit) throws SQLException {
    try (Connection connection = Pools.open(pool, "PGHOST").getConnection();
        PreparedStatement statement = connection.prepareStatement(FIRST)) {
      statement.setInt(1, limit);
      try (ResultSet rows = statement.executeQuery()) {
        List<Menu> menus = new ArrayList<>();
        while (rows.next()) {
          menus.add(menu(rows));
        }
        return menus;
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
