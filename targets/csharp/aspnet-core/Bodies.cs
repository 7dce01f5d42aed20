using System.Text.Json.Serialization;

namespace Pitwall.AspNetCore;

internal sealed record Outcome(int Status, string Msg);

internal sealed record Large(string Content, int Size, double Price, bool Vip);

internal sealed record Failure(int Code, string Message);

internal sealed record Total(int Code, long Message);

internal sealed record Asset(int Id, string Name, string Desc);

internal sealed record Menu(
    string Id, string Name, short ShowFlag, DateTime CreateDate, string Code, string? ParentCode);

internal sealed record MenuList(int Status, string Msg, List<Menu> Data);

internal sealed record Account(
    long Id,
    DateTime CreatedAt,
    DateTime UpdatedAt,
    DateTime RegisterDate,
    string Name,
    string NickName,
    string Introduction,
    short Status);

internal sealed record NewAccount(
    DateTimeOffset RegisterDate, string Name, string Password, string NickName, string Introduction, short Status);

internal sealed record User(string Id, string Username, DateTime CreatedAt, DateTime UpdatedAt);

/// <summary>Serialisers that the compiler writes: no reflection when a body is read or written.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(Outcome))]
[JsonSerializable(typeof(Large))]
[JsonSerializable(typeof(Failure))]
[JsonSerializable(typeof(Total))]
[JsonSerializable(typeof(Asset[]))]
[JsonSerializable(typeof(MenuList))]
[JsonSerializable(typeof(List<Account>))]
[JsonSerializable(typeof(NewAccount))]
[JsonSerializable(typeof(List<User>))]
internal sealed partial class JsonTypes : JsonSerializerContext;
