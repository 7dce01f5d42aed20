package pitwall.users;

import com.mongodb.client.model.Sorts;
import com.mongodb.reactivestreams.client.MongoCollection;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import pitwall.errors.Failures;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@RestController
public class UserController {
  /** The driver would ask for 2^31 documents at once, and FerretDB would reserve memory for as many. */
  private static final int BATCH = 100;

  private final Optional<MongoCollection<User>> users;

  public UserController(Optional<MongoCollection<User>> users) {
    this.users = users;
  }

  @GetMapping("/users")
  Mono<List<User>> users() {
    MongoCollection<User> collection = users.orElseThrow(() -> Failures.noDatabase("MONGODB_URI"));
    return Flux.from(collection.find().sort(Sorts.ascending("_id")).batchSize(BATCH)).collectList();
  }
}
