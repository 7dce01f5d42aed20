package pitwall;

import io.micronaut.runtime.Micronaut;

/** Answers Pitwall's scenarios with Micronaut. */
public final class Server {
  private Server() {}

  public static void main(String[] arguments) {
    Micronaut.build(arguments).banner(false).mainClass(Server.class).start();
  }
}
