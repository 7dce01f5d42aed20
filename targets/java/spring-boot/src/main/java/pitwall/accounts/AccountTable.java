package pitwall.accounts;

import java.time.Instant;
import java.util.List;

/** The table accounts, by MyBatis or by Spring Data JPA, as the program was built. */
public interface AccountTable {
  List<Account> all();

  /** Returns null if there is none. */
  Account byId(long id);

  void insert(NewAccount account, Instant registerDate, Instant now, GeneratedId id);
}
