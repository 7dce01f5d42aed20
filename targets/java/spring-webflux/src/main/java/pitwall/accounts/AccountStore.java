package pitwall.accounts;

import io.r2dbc.spi.Readable;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Repository;
import reactor.core.publisher.Mono;

/** Reads and writes accounts. Times have no zone in the table, where they are UTC. */
@Repository
@ConditionalOnProperty("MYSQL_HOST")
public class AccountStore {
  private static final String SELECT =
      "select id, created_at, updated_at, register_date, name, nick_name, introduction, status from accounts ";
  private static final String INSERT =
      """
      insert into accounts
        (created_at, updated_at, register_date, name, password, nick_name, introduction, status)
      values (:created, :updated, :registerDate, :name, :password, :nickName, :introduction, :status)""";

  private final DatabaseClient client;

  public AccountStore(@Qualifier("mysql") DatabaseClient client) {
    this.client = client;
  }

  Mono<List<Account>> all() {
    return client.sql(SELECT + "order by id").map(AccountStore::account).all().collectList();
  }

  /** The account, or nothing. */
  Mono<Account> byId(long id) {
    return client.sql(SELECT + "where id = :id").bind("id", id).map(AccountStore::account).one();
  }

  /** Returns the id that the database gave. */
  Mono<Long> insert(NewAccount account, Instant registerDate, Instant now) {
    return client
        .sql(INSERT)
        .filter(statement -> statement.returnGeneratedValues("id"))
        .bind("created", utc(now))
        .bind("updated", utc(now))
        .bind("registerDate", utc(registerDate))
        .bind("name", account.name())
        .bind("password", account.password())
        .bind("nickName", account.nickName())
        .bind("introduction", account.introduction())
        .bind("status", account.status())
        .map(row -> row.get(0, Long.class))
        .one();
  }

  private static Account account(Readable row) {
    return new Account(
        row.get(0, Long.class),
        instant(row, 1),
        instant(row, 2),
        instant(row, 3),
        row.get(4, String.class),
        row.get(5, String.class),
        row.get(6, String.class),
        row.get(7, Integer.class));
  }

  private static Instant instant(Readable row, int column) {
    return row.get(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
  }

  private static LocalDateTime utc(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
  }
}
