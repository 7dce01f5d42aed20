package pitwall;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;

/** Answers Pitwall's scenarios. The data sources are two, or none: neither is the one that Spring would make. */
@SpringBootApplication(exclude = DataSourceAutoConfiguration.class)
public class Server {
  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

  public static void main(String[] arguments) {
    if (Boolean.parseBoolean(System.getenv("SPRING_THREADS_VIRTUAL_ENABLED"))
        && Runtime.version().feature() < FIRST_WITH_VIRTUAL_THREADS) {
      // Spring would use platform threads without a word.
      System.err.println("spring-boot: virtual threads need Java 21 or later, this is " + Runtime.version());
      System.exit(1);
    }
    String workers = System.getenv("WORKERS");
    if (workers != null) {
      System.setProperty("jdk.virtualThreadScheduler.parallelism", workers);
    }
    SpringApplication.run(Server.class, arguments);
  }
}
