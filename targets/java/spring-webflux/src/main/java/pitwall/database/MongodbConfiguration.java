package pitwall.database;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.reactivestreams.client.MongoClient;
import com.mongodb.reactivestreams.client.MongoClients;
import com.mongodb.reactivestreams.client.MongoCollection;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import pitwall.users.User;

@Configuration
@ConditionalOnProperty("MONGODB_URI")
public class MongodbConfiguration {
  private static final int SELECTION_SECONDS = 3;

  private final ConnectionString uri;
  private final int poolSize;

  public MongodbConfiguration(@Value("${mongodb.uri}") String uri, @Value("${db-pool-size}") int poolSize) {
    this.uri = new ConnectionString(uri);
    this.poolSize = poolSize;
  }

  /** Connects in the background. The driver would make a request wait for 30 s where the server is not there. */
  @Bean
  MongoClient mongodb() {
    return MongoClients.create(
        MongoClientSettings.builder()
            .applyConnectionString(uri)
            .applyToConnectionPoolSettings(pool -> pool.maxSize(poolSize))
            .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(SELECTION_SECONDS, TimeUnit.SECONDS))
            .build());
  }

  @Bean
  MongoCollection<User> users(MongoClient client) {
    return client.getDatabase(uri.getDatabase()).getCollection("users", User.class);
  }
}
