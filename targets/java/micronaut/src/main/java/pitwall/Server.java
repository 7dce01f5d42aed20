package pitwall;

import io.micronaut.runtime.Micronaut;

/** Answers Pitwall's scenarios with Micronaut. */
public final class Server {
  private Server() {}

  public static void main(String[] arguments) {
    // The threads that run virtual threads: read when the first one starts.
    String workers = System.getenv("WORKERS");
    if (workers != null) {
      System.setProperty("jdk.virtualThreadScheduler.parallelism", workers);
    }
    Micronaut.build(arguments).banner(false).mainClass(Server.class).start();
  }
}
