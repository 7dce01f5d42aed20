package pitwall.accounts;

import jakarta.validation.Valid;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import pitwall.errors.Failures;

@RestController
@RequestMapping("/accounts")
public class AccountController {
  private final Optional<AccountTable> accounts;

  public AccountController(Optional<AccountTable> accounts) {
    this.accounts = accounts;
  }

  @GetMapping
  List<Account> all() {
    return table().all();
  }

  /** So many digits fit a long; any other path is an unknown one. */
  @GetMapping("/{id:\\d{1,18}}")
  Account byId(@PathVariable long id) {
    Account account = table().byId(id);
    if (account == null) {
      throw Failures.notFound();
    }
    return account;
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  Account insert(@Valid @RequestBody NewAccount account) {
    // The columns hold milliseconds, and the answer is what a later read would see.
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    Instant registerDate = account.registerDate().truncatedTo(ChronoUnit.MILLIS);
    GeneratedId id = new GeneratedId();
    table().insert(account, registerDate, now, id);
    return new Account(
        id.getValue(), now, now, registerDate,
        account.name(), account.nickName(), account.introduction(), account.status());
  }

  private AccountTable table() {
    return accounts.orElseThrow(() -> Failures.noDatabase("MYSQL_HOST"));
  }
}
