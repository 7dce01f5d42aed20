package pitwall;

import org.noear.solon.Solon;

/** Answers Pitwall's scenarios with Solon. */
public final class Server {
  private Server() {}

  public static void main(String[] arguments) {
    // Every request without the cookie of a session would begin one, and nothing here has sessions.
    Solon.start(Server.class, arguments, app -> app.enableSessionState(false));
  }
}
