package pitwall;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.r2dbc.autoconfigure.R2dbcAutoConfiguration;

/** Answers Pitwall's scenarios. The connection factories are two, or none: neither is the one Spring would make. */
@SpringBootApplication(exclude = R2dbcAutoConfiguration.class)
public class Server {
  public static void main(String[] arguments) {
    String workers = System.getenv("WORKERS");
    if (workers != null) {
      System.setProperty("reactor.netty.ioWorkerCount", workers);
    }
    SpringApplication.run(Server.class, arguments);
  }
}
