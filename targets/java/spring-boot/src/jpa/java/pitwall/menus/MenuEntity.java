package pitwall.menus;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigInteger;
import java.time.Instant;
import org.hibernate.annotations.Type;
import pitwall.database.UtcInstant;

@Entity
@Table(name = "sys_menu")
public class MenuEntity {
  @Id private BigInteger id;
  private String name;
  private int showFlag;

  @Type(UtcInstant.class)
  private Instant createDate;

  private String code;
  private String parentCode;

  Menu shown() {
    return new Menu(id.toString(), name, showFlag, createDate, code, parentCode);
  }
}
