package pitwall.accounts;

import java.time.Instant;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Select;

@Mapper
public interface AccountMapper extends AccountTable {
  String SELECT =
      "select id, created_at, updated_at, register_date, name, nick_name, introduction, status from accounts ";

  @Override
  @Select(SELECT + "order by id")
  List<Account> all();

  @Override
  @Select(SELECT + "where id = #{id}")
  Account byId(long id);

  @Override
  @Insert(
      """
      insert into accounts
        (created_at, updated_at, register_date, name, password, nick_name, introduction, status)
      values
        (#{now}, #{now}, #{registerDate}, #{account.name}, #{account.password}, #{account.nickName},
         #{account.introduction}, #{account.status})""")
  @Options(useGeneratedKeys = true, keyProperty = "id.value")
  void insert(NewAccount account, Instant registerDate, Instant now, GeneratedId id);
}
