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
import reactor.core.publisher.Mono;

@RestController
@RequestMapping("/accounts")
public class AccountController {
  private final Optional<AccountStore> accounts;

  public AccountController(Optional<AccountStore> accounts) {
    this.accounts = accounts;
  }

  @GetMapping
  Mono<List<Account>> all() {
    return store().all();
  }

  /** So many digits fit a long; any other path is an unknown one. */
  @GetMapping("/{id:\\d{1,18}}")
  Mono<Account> byId(@PathVariable long id) {
    return store().byId(id).switchIfEmpty(Mono.error(Failures::notFound));
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  Mono<Account> insert(@Valid @RequestBody NewAccount account) {
    // The columns hold milliseconds, and the answer is what a later read would see.
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    Instant registerDate = account.registerDate().truncatedTo(ChronoUnit.MILLIS);
    return store()
        .insert(account, registerDate, now)
        .map(
            id ->
                new Account(
                    id, now, now, registerDate,
                    account.name(), account.nickName(), account.introduction(), account.status()));
  }

  private AccountStore store() {
    return accounts.orElseThrow(() -> Failures.noDatabase("MYSQL_HOST"));
  }
}
