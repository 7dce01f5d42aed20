package pitwall.accounts;

import jakarta.validation.constraints.NotNull;
import java.time.Instant;

/** What a client sends. */
public record NewAccount(
    @NotNull Instant registerDate,
    @NotNull String name,
    @NotNull String password,
    @NotNull String nickName,
    @NotNull String introduction,
    @NotNull Integer status) {}
