package pitwall.menus;

import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Select;

@Mapper
public interface MenuMapper extends MenuTable {
  @Override
  @Select("select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit #{limit}")
  List<Menu> first(int limit);
}
