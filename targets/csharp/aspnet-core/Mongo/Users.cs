using MongoDB.Bson;
using MongoDB.Bson.Serialization;
using MongoDB.Bson.Serialization.Serializers;
using MongoDB.Driver;

namespace Pitwall.AspNetCore;

/// <summary>The collection <c>users</c>. The driver connects in the background, so that the server starts without its database.</summary>
internal sealed class Users(string? uri, int poolSize)
{
    private readonly IMongoCollection<User>? users = uri is null ? null : Connect(uri, poolSize);

    public Task<List<User>> All()
    {
        if (users is null) throw new InvalidOperationException("no database: MONGODB_URI is not set");
        return users.Find(FilterDefinition<User>.Empty).SortBy(user => user.Id).ToListAsync();
    }

    private static IMongoCollection<User> Connect(string uri, int poolSize)
    {
        BsonClassMap.RegisterClassMap<User>(map =>
        {
            map.MapIdMember(user => user.Id).SetSerializer(new StringSerializer(BsonType.ObjectId));
            map.MapMember(user => user.Username).SetElementName("username");
            map.MapMember(user => user.CreatedAt).SetElementName("created_at");
            map.MapMember(user => user.UpdatedAt).SetElementName("updated_at");
            map.MapCreator(user => new User(user.Id, user.Username, user.CreatedAt, user.UpdatedAt));
            map.SetIgnoreExtraElements(true);
        });

        var url = MongoUrl.Create(uri);
        var settings = MongoClientSettings.FromUrl(url);
        settings.MaxConnectionPoolSize = poolSize;
        // A database that is gone is an error after this long; the driver's default is 30 s.
        settings.ServerSelectionTimeout = TimeSpan.FromSeconds(3);
        return new MongoClient(settings).GetDatabase(url.DatabaseName).GetCollection<User>("users");
    }
}
