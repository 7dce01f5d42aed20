package pitwall.database;

import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.apache.ibatis.type.BaseTypeHandler;
import org.apache.ibatis.type.JdbcType;

/** Reads and writes columns without a zone, which hold UTC. MyBatis's own handler would take the zone of the JVM. */
public class UtcInstantHandler extends BaseTypeHandler<Instant> {
  /**
   * A text, because MySQL's driver cuts the milliseconds off a time before a server of a version below 5.6.4,
   * and MariaDB 10 begins its version with 5.5.5.
   */
  private static final DateTimeFormatter WRITTEN =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  @Override
  public void setNonNullParameter(PreparedStatement statement, int index, Instant value, JdbcType type)
      throws SQLException {
    statement.setString(index, WRITTEN.format(value));
  }

  @Override
  public Instant getNullableResult(ResultSet row, String column) throws SQLException {
    return instant(row.getObject(column, LocalDateTime.class));
  }

  @Override
  public Instant getNullableResult(ResultSet row, int column) throws SQLException {
    return instant(row.getObject(column, LocalDateTime.class));
  }

  @Override
  public Instant getNullableResult(CallableStatement call, int column) throws SQLException {
    return instant(call.getObject(column, LocalDateTime.class));
  }

  private static Instant instant(LocalDateTime time) {
    return time == null ? null : time.toInstant(ZoneOffset.UTC);
  }
}
