package pitwall.accounts;

import java.time.Instant;

/** A row of accounts as clients see it. */
public record Account(
    long id,
    Instant createdAt,
    Instant updatedAt,
    Instant registerDate,
    String name,
    String nickName,
    String introduction,
    int status) {}
