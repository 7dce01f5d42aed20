package pitwall.accounts;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.annotations.Type;
import pitwall.database.UtcInstant;

@Entity
@Table(name = "accounts")
public class AccountEntity {
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  @Type(UtcInstant.class)
  private Instant createdAt;

  @Type(UtcInstant.class)
  private Instant updatedAt;

  @Type(UtcInstant.class)
  private Instant registerDate;

  private String name;
  private String password;
  private String nickName;
  private String introduction;
  private int status;

  protected AccountEntity() {}

  AccountEntity(NewAccount account, Instant registerDate, Instant now) {
    this.createdAt = now;
    this.updatedAt = now;
    this.registerDate = registerDate;
    this.name = account.name();
    this.password = account.password();
    this.nickName = account.nickName();
    this.introduction = account.introduction();
    this.status = account.status();
  }

  long id() {
    return id;
  }

  Account shown() {
    return new Account(id, createdAt, updatedAt, registerDate, name, nickName, introduction, status);
  }
}
