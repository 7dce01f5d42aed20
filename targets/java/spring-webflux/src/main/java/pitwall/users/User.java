package pitwall.users;

import java.time.Instant;
import org.bson.BsonType;
import org.bson.codecs.pojo.annotations.BsonId;
import org.bson.codecs.pojo.annotations.BsonProperty;
import org.bson.codecs.pojo.annotations.BsonRepresentation;

public record User(
    @BsonId @BsonRepresentation(BsonType.OBJECT_ID) String id,
    String username,
    @BsonProperty("created_at") Instant createdAt,
    @BsonProperty("updated_at") Instant updatedAt) {}
