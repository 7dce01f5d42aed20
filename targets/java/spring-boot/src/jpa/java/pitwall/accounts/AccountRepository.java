package pitwall.accounts;

import java.time.Instant;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.transaction.annotation.Transactional;

public interface AccountRepository extends AccountTable, JpaRepository<AccountEntity, Long> {
  @Transactional(readOnly = true)
  List<AccountEntity> findAllByOrderById();

  @Override
  default List<Account> all() {
    return findAllByOrderById().stream().map(AccountEntity::shown).toList();
  }

  @Override
  default Account byId(long id) {
    return findById(id).map(AccountEntity::shown).orElse(null);
  }

  @Override
  default void insert(NewAccount account, Instant registerDate, Instant now, GeneratedId id) {
    id.setValue(save(new AccountEntity(account, registerDate, now)).id());
  }
}
