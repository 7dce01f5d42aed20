using System.ComponentModel.DataAnnotations.Schema;
using Microsoft.EntityFrameworkCore;

namespace Pitwall.AspNetCore;

internal sealed class AccountContext(DbContextOptions<AccountContext> options) : DbContext(options)
{
    public DbSet<AccountRow> Accounts => Set<AccountRow>();
}

[Table("accounts")]
internal sealed class AccountRow
{
    [Column("id")]
    public long Id { get; set; }

    [Column("created_at"), Precision(3)]
    public DateTime CreatedAt { get; set; }

    [Column("updated_at"), Precision(3)]
    public DateTime UpdatedAt { get; set; }

    [Column("deleted_at"), Precision(3)]
    public DateTime? DeletedAt { get; set; }

    [Column("register_date"), Precision(3)]
    public DateTime RegisterDate { get; set; }

    [Column("name")]
    public required string Name { get; set; }

    [Column("password")]
    public required string Password { get; set; }

    [Column("nick_name")]
    public required string NickName { get; set; }

    [Column("introduction")]
    public required string Introduction { get; set; }

    [Column("status")]
    public short Status { get; set; }
}
