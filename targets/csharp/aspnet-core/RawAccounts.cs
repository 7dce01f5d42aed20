using MySqlConnector;

namespace Pitwall.AspNetCore;

/// <summary>By the driver alone. A statement is prepared once a connection: the driver keeps those it has prepared.</summary>
internal sealed class RawAccounts(string? connection) : IAccounts
{
    private const string Columns =
        "id, created_at, updated_at, register_date, name, nick_name, introduction, status";
    private const string SelectAll = $"select {Columns} from accounts order by id";
    private const string SelectOne = $"select {Columns} from accounts where id = @id";
    private const string Insert = """
        insert into accounts
          (created_at, updated_at, register_date, name, password, nick_name, introduction, status)
          values (@now, @now, @registerDate, @name, @password, @nickName, @introduction, @status)
        """;

    private readonly MySqlDataSource? source = connection is null ? null : new MySqlDataSource(connection);

    public async Task<List<Account>> All()
    {
        await using var session = await Open();
        await using var command = new MySqlCommand(SelectAll, session);
        await command.PrepareAsync();
        await using var reader = await command.ExecuteReaderAsync();
        var accounts = new List<Account>();
        while (await reader.ReadAsync()) accounts.Add(Read(reader));
        return accounts;
    }

    public async Task<Account?> Find(long id)
    {
        await using var session = await Open();
        await using var command = new MySqlCommand(SelectOne, session);
        command.Parameters.AddWithValue("@id", id);
        await command.PrepareAsync();
        await using var reader = await command.ExecuteReaderAsync();
        return await reader.ReadAsync() ? Read(reader) : null;
    }

    public async Task<Account> Add(NewAccount account)
    {
        var now = Instant.Now();
        var registerDate = account.RegisterDate.UtcDateTime.ToMilliseconds();
        await using var session = await Open();
        await using var command = new MySqlCommand(Insert, session);
        command.Parameters.AddWithValue("@now", now);
        command.Parameters.AddWithValue("@registerDate", registerDate);
        command.Parameters.AddWithValue("@name", account.Name);
        command.Parameters.AddWithValue("@password", account.Password);
        command.Parameters.AddWithValue("@nickName", account.NickName);
        command.Parameters.AddWithValue("@introduction", account.Introduction);
        command.Parameters.AddWithValue("@status", account.Status);
        await command.PrepareAsync();
        await command.ExecuteNonQueryAsync();
        return new Account(
            command.LastInsertedId, now, now, registerDate,
            account.Name, account.NickName, account.Introduction, account.Status);
    }

    private ValueTask<MySqlConnection> Open() =>
        source?.OpenConnectionAsync() ?? throw new InvalidOperationException("no database: MYSQL_HOST is not set");

    private static Account Read(MySqlDataReader reader) => new(
        reader.GetInt64(0),
        reader.GetDateTime(1),
        reader.GetDateTime(2),
        reader.GetDateTime(3),
        reader.GetString(4),
        reader.GetString(5),
        reader.GetString(6),
        reader.GetInt16(7));
}
