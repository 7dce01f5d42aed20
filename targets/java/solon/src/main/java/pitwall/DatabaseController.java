package pitwall;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.noear.solon.annotation.Controller;
import org.noear.solon.annotation.Get;
import org.noear.solon.annotation.Inject;
import org.noear.solon.annotation.Mapping;
import org.noear.solon.annotation.Param;
import org.noear.solon.annotation.Path;
import org.noear.solon.annotation.Post;
import org.noear.solon.core.handle.Context;
import pitwall.Accounts.Account;

@Controller
public class DatabaseController {
  private static final int MOST_MENUS = 11;

  @Inject private Menus menus;
  @Inject private Accounts accounts;
  @Inject private Users users;

  record MenuList(int status, String msg, List<Menus.Menu> data) {}

  @Get
  @Mapping("/menus")
  public MenuList menus(@Param(name = "limit", defaultValue = "11") String limit) throws SQLException {
    return new MenuList(1, "success", menus.first(limit(limit)));
  }

  private static int limit(String text) {
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= MOST_MENUS) {
        return limit;
      }
    } catch (NumberFormatException exception) {
      // Answered below, like a number out of bounds.
    }
    throw Failures.badRequest("limit: expected a number from 1 to %d, got \"%s\"".formatted(MOST_MENUS, text));
  }

  @Get
  @Mapping("/accounts")
  public List<Account> accounts() throws SQLException {
    return accounts.all();
  }

  @Get
  @Mapping("/accounts/{id}")
  public Account account(@Path("id") String id) throws SQLException {
    Account account = accounts.byId(number(id));
    if (account == null) {
      throw Failures.notFound();
    }
    return account;
  }

  /** Of a path that is no number there is no row. */
  private static long number(String id) {
    try {
      return Long.parseLong(id);
    } catch (NumberFormatException exception) {
      throw Failures.notFound();
    }
  }

  @Post
  @Mapping("/accounts")
  public Account insertAccount(Context context) throws IOException, SQLException {
    Account account = accounts.insert(NewAccount.of(context.body()));
    context.status(201);
    return account;
  }

  @Get
  @Mapping("/users")
  public List<Users.User> users() {
    return users.all();
  }
}
