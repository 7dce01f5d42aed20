using System.Globalization;
using System.Net;
using MySqlConnector;
using Npgsql;

namespace Pitwall.AspNetCore;

/// <summary>What the environment says about where and with what to serve.</summary>
internal sealed record Settings
{
    public required IPEndPoint Endpoint { get; init; }
    public required string SharedDirectory { get; init; }
    public required int PoolSize { get; init; }

    /// <summary>Connection strings; <c>null</c> where there is no such database.</summary>
    public string? Postgresql { get; init; }
    public string? Mysql { get; init; }
    public string? MongodbUri { get; init; }

    /// <summary>That MySQL is asked through Entity Framework Core.</summary>
    public bool EntityFramework { get; init; }

    public static Settings Read()
    {
        var poolSize = Number("DB_POOL_SIZE", 16, 10_000);
        return new Settings
        {
            Endpoint = new IPEndPoint(Address(Text("HOST") ?? "127.0.0.1"), Number("PORT", 8080, 65_535)),
            SharedDirectory = Text("SHARED_DIR")
                ?? throw new SettingException("SHARED_DIR: expected the folder of sentence.txt and assets.json, it is not set"),
            PoolSize = poolSize,
            Postgresql = PostgresqlConnection(poolSize),
            Mysql = MysqlConnection(poolSize),
            MongodbUri = Text("MONGODB_URI"),
            EntityFramework = Text("MYSQL_ACCESS") == "ef-core",
        };
    }

    private static string? PostgresqlConnection(int poolSize)
    {
        if (Text("PGHOST") is not { } host) return null;
        return new NpgsqlConnectionStringBuilder
        {
            Host = host,
            Port = Number("PGPORT", 5432, 65_535),
            Username = Text("PGUSER"),
            Password = Text("PGPASSWORD"),
            Database = Text("PGDATABASE"),
            MaxPoolSize = poolSize,
            // None is opened before a query needs it, and none is closed for being idle.
            MinPoolSize = poolSize,
            // Statements that are used again are prepared, once a connection.
            MaxAutoPrepare = 10,
            // No query leaves a state behind, and a reset would be statements before the next query.
            NoResetOnClose = true,
        }.ConnectionString;
    }

    private static string? MysqlConnection(int poolSize)
    {
        if (Text("MYSQL_HOST") is not { } host) return null;
        return new MySqlConnectionStringBuilder
        {
            Server = host,
            Port = (uint)Number("MYSQL_PORT", 3306, 65_535),
            UserID = Text("MYSQL_USER") ?? "",
            Password = Text("MYSQL_PASSWORD") ?? "",
            Database = Text("MYSQL_DATABASE") ?? "",
            // Without TLS, MySQL 8 encrypts the password of a first login by a key that it sends.
            AllowPublicKeyRetrieval = true,
            MaximumPoolSize = (uint)poolSize,
            // The default closes a connection that was idle for 180 s; the server keeps all of them.
            ConnectionIdleTimeout = 0,
            // The columns hold UTC.
            DateTimeKind = MySqlDateTimeKind.Utc,
            // No query leaves a state behind, and a reset would take the prepared statements away.
            ConnectionReset = false,
        }.ConnectionString;
    }

    private static IPAddress Address(string host) =>
        host == "localhost" ? IPAddress.Loopback
        : IPAddress.TryParse(host, out var address) ? address
        : throw new SettingException($"HOST: expected an address, got \"{host}\"");

    private static string? Text(string name) =>
        Environment.GetEnvironmentVariable(name) is { Length: > 0 } text ? text : null;

    /// <summary>A number from 1 to <paramref name="most"/>; the fallback stands for a variable that is not set.</summary>
    private static int Number(string name, int fallback, int most)
    {
        if (Text(name) is not { } text) return fallback;
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            && number >= 1 && number <= most
                ? number
                : throw new SettingException($"{name}: expected a number from 1 to {most}, got \"{text}\"");
    }
}

internal sealed class SettingException(string message) : Exception(message);
