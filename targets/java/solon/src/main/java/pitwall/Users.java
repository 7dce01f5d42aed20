package pitwall;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Sorts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/** Reads the collection users. */
record Users(MongoDatabase database) {
  record User(String id, String username, Instant createdAt, Instant updatedAt) {}

  List<User> all() {
    return Pools.open(database, "MONGODB_URI")
        .getCollection("users")
        .find()
        .sort(Sorts.ascending("_id"))
        .map(Users::user)
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
