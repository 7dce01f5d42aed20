package pitwall;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Sorts;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import io.micronaut.serde.annotation.Serdeable;
import io.micronaut.serde.config.naming.SnakeCaseStrategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/** Reads the collection users. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
class UserController {
  private final MongoDatabase database;

  @Serdeable(naming = SnakeCaseStrategy.class)
  record User(String id, String username, Instant createdAt, Instant updatedAt) {}

  UserController(MongoDatabase database) {
    this.database = database;
  }

  @Get("/users")
  List<User> users() {
    return database
        .getCollection("users")
        .find()
        .sort(Sorts.ascending("_id"))
        .map(UserController::user)
        .into(new ArrayList<>());
  }

  private static User user(Document document) {
    return new User(
        document.getObjectId("_id").toHexString(),
        document.getString("username"),
        document.getDate("created_at").toInstant(),
        document.getDate("updated_at").toInstant());
  }
}
