using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace Pitwall.AspNetCore;

/// <summary>By Entity Framework Core, with contexts from a pool and without tracking what is only read.</summary>
internal sealed class EntityAccounts(string? connection) : IAccounts
{
    // Given, because to ask for it would connect when the server starts. MariaDB takes what is written for it.
    private static readonly ServerVersion Server = new MySqlServerVersion(new Version(8, 4, 0));

    private readonly PooledDbContextFactory<AccountContext>? contexts = connection is null
        ? null
        : new PooledDbContextFactory<AccountContext>(new DbContextOptionsBuilder<AccountContext>()
            .UseMySql(connection, Server)
            .UseQueryTrackingBehavior(QueryTrackingBehavior.NoTracking)
            .Options);

    public async Task<List<Account>> All()
    {
        await using var context = Open();
        return await Shown(context.Accounts.OrderBy(row => row.Id)).ToListAsync();
    }

    public async Task<Account?> Find(long id)
    {
        await using var context = Open();
        return await Shown(context.Accounts.Where(row => row.Id == id)).SingleOrDefaultAsync();
    }

    public async Task<Account> Add(NewAccount account)
    {
        var now = Instant.Now();
        var row = new AccountRow
        {
            CreatedAt = now,
            UpdatedAt = now,
            RegisterDate = account.RegisterDate.UtcDateTime.ToMilliseconds(),
            Name = account.Name,
            Password = account.Password,
            NickName = account.NickName,
            Introduction = account.Introduction,
            Status = account.Status,
        };
        await using var context = Open();
        context.Accounts.Add(row);
        await context.SaveChangesAsync();
        return new Account(
            row.Id, row.CreatedAt, row.UpdatedAt, row.RegisterDate,
            row.Name, row.NickName, row.Introduction, row.Status);
    }

    private AccountContext Open() =>
        contexts?.CreateDbContext() ?? throw new InvalidOperationException("no database: MYSQL_HOST is not set");

    private static IQueryable<Account> Shown(IQueryable<AccountRow> rows) =>
        rows.Select(row => new Account(
            row.Id, row.CreatedAt, row.UpdatedAt, row.RegisterDate,
            row.Name, row.NickName, row.Introduction, row.Status));
}
