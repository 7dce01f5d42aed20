package pitwall.menus;

import java.math.BigInteger;
import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;

public interface MenuRepository extends MenuTable, JpaRepository<MenuEntity, BigInteger> {
  List<MenuEntity> findAllByOrderById(Limit limit);

  @Override
  default List<Menu> first(int limit) {
    return findAllByOrderById(Limit.of(limit)).stream().map(MenuEntity::shown).toList();
  }
}
