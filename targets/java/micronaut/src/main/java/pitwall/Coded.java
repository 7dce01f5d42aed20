package pitwall;

import io.micronaut.serde.annotation.Serdeable;

/** The envelope of errors, and of the counter, whose message is a number. */
@Serdeable
record Coded(int code, Object message) {}
