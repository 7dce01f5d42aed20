package pitwall.database;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.usertype.UserType;

/** Reads and writes columns without a zone, which hold UTC. */
public class UtcInstant implements UserType<Instant> {
  /**
   * A text, because MySQL's driver cuts the milliseconds off a time before a server of a version below 5.6.4,
   * and MariaDB 10 begins its version with 5.5.5.
   */
  private static final DateTimeFormatter WRITTEN =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  @Override
  public int getSqlType() {
    return SqlTypes.TIMESTAMP;
  }

  @Override
  public Class<Instant> returnedClass() {
    return Instant.class;
  }

  @Override
  public Instant nullSafeGet(ResultSet row, int column, WrapperOptions options) throws SQLException {
    LocalDateTime time = row.getObject(column, LocalDateTime.class);
    return time == null ? null : time.toInstant(ZoneOffset.UTC);
  }

  @Override
  public void nullSafeSet(PreparedStatement statement, Instant value, int index, WrapperOptions options)
      throws SQLException {
    statement.setString(index, value == null ? null : WRITTEN.format(value));
  }

  @Override
  public Instant deepCopy(Instant value) {
    return value;
  }

  @Override
  public boolean isMutable() {
    return false;
  }
}
