using System.Globalization;
using Npgsql;

namespace Pitwall.AspNetCore;

/// <summary>The table <c>sys_menu</c>. Connects at the first query, so that the server starts without its database.</summary>
internal sealed class Menus(string? connection)
{
    private const string FirstMenus =
        "select id, name, show_flag, create_date, code, parent_code from sys_menu order by id limit $1";

    private readonly NpgsqlDataSource? source = connection is null ? null : NpgsqlDataSource.Create(connection);

    public async Task<List<Menu>> First(int limit)
    {
        if (source is null) throw new InvalidOperationException("no database: PGHOST is not set");
        await using var command = source.CreateCommand(FirstMenus);
        command.Parameters.Add(new NpgsqlParameter<int> { TypedValue = limit });
        await using var reader = await command.ExecuteReaderAsync();
        var menus = new List<Menu>(limit);
        while (await reader.ReadAsync())
        {
            menus.Add(new Menu(
                reader.GetDecimal(0).ToString(CultureInfo.InvariantCulture),
                reader.GetString(1),
                reader.GetInt16(2),
                // The column holds UTC and does not say so.
                DateTime.SpecifyKind(reader.GetDateTime(3), DateTimeKind.Utc),
                reader.GetString(4),
                reader.IsDBNull(5) ? null : reader.GetString(5)));
        }
        return menus;
    }
}
