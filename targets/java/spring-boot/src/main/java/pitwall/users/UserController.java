package pitwall.users;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Sorts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import pitwall.errors.Failures;

@RestController
public class UserController {
  private final Optional<MongoCollection<User>> users;

  public UserController(Optional<MongoCollection<User>> users) {
    this.users = users;
  }

  @GetMapping("/users")
  List<User> users() {
    MongoCollection<User> collection = users.orElseThrow(() -> Failures.noDatabase("MONGODB_URI"));
    return collection.find().sort(Sorts.ascending("_id")).into(new ArrayList<>());
  }
}
