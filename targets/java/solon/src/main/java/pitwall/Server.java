package pitwall;

import org.noear.solon.Solon;

/** Answers Pitwall's scenarios with Solon. */
public final class Server {
  private Server() {}

  public static void main(String[] arguments) {
    Solon.start(Server.class, arguments);
  }
}
