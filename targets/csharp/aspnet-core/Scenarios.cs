using System.Globalization;

namespace Pitwall.AspNetCore;

internal static class Scenarios
{
    private static readonly IResult NotFound = Failed(404, "not found");

    public static void MapScenarios(this WebApplication app, RequestCounter requests)
    {
        app.MapGet("/healthz", () => "ok");

        app.MapGet("/plaintext", () => "Hello, World!");

        app.MapGet("/json", () => new Outcome(1, "成功"));

        app.MapGet("/json-large", (SharedData data) => new Large(data.Content, 100, 10.12, true));

        app.MapGet("/error", () => Failed(400, "abcd"));

        app.MapGet("/count", () => new Total(200, requests.Total));

        app.MapGet("/assets/{id:int}", IResult (int id, SharedData data) =>
            data.Assets.TryGetValue(id, out var asset) ? TypedResults.Ok(asset) : NotFound);

        app.MapGet("/menus", async (Menus menus, string? limit) =>
            new MenuList(1, "success", await menus.First(Limit(limit ?? "11"))));

        app.MapPost("/accounts", async (NewAccount account, IAccounts accounts) =>
        {
            var created = await accounts.Add(account);
            return TypedResults.Created($"/accounts/{created.Id}", created);
        });

        app.MapGet("/accounts", (IAccounts accounts) => accounts.All());

        app.MapGet("/accounts/{id:long}", async Task<IResult> (long id, IAccounts accounts) =>
            await accounts.Find(id) is { } account ? TypedResults.Ok(account) : NotFound);

        // The pattern that MapFallback has by itself leaves out paths that look like files.
        app.MapFallback("{*path}", () => NotFound);
    }

    private static IResult Failed(int status, string message) =>
        TypedResults.Json(new Failure(status, message), JsonTypes.Default.Failure, statusCode: status);

    private static int Limit(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var limit) && limit is >= 1 and <= 11
            ? limit
            : throw new BadHttpRequestException($"limit: expected a number from 1 to 11, got \"{text}\"", 400);
}
