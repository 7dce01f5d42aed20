package pitwall.menus;

import java.util.List;

/** The table sys_menu, by MyBatis or by Spring Data JPA, as the program was built. */
public interface MenuTable {
  List<Menu> first(int limit);
}
