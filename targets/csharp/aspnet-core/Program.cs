using System.Text.Json;
using Pitwall.AspNetCore;

Settings settings;
try
{
    settings = Settings.Read();
}
catch (SettingException problem)
{
    Console.Error.WriteLine($"aspnet-core: {problem.Message}");
    return 1;
}

var builder = WebApplication.CreateSlimBuilder(args);
builder.Logging.ClearProviders();
builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(settings.Endpoint));

// How long requests under way may take to finish after SIGTERM.
builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = TimeSpan.FromSeconds(2));
// A body that cannot be read is an exception like any other, for the one handler of them all.
builder.Services.Configure<RouteHandlerOptions>(routes => routes.ThrowOnBadRequest = true);
builder.Services.AddExceptionHandler<ErrorHandler>();
builder.Services.ConfigureHttpJsonOptions(json =>
{
    json.SerializerOptions.TypeInfoResolverChain.Insert(0, JsonTypes.Default);
    json.SerializerOptions.PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower;
    json.SerializerOptions.RespectNullableAnnotations = true;
    json.SerializerOptions.RespectRequiredConstructorParameters = true;
});

builder.Services.AddSingleton(SharedData.Read(settings.SharedDirectory));
builder.Services.AddSingleton(new Menus(settings.Postgresql));
builder.Services.AddAccounts(settings);
#if !NATIVE_AOT
builder.Services.AddSingleton(new Users(settings.MongodbUri, settings.PoolSize));
#endif

var app = builder.Build();
var requests = new RequestCounter();
app.Use(requests.Count);
app.UseExceptionHandler(_ => { });
app.MapScenarios(requests);
#if !NATIVE_AOT
app.MapGet("/users", (Users users) => users.All());
#endif
app.Run();
return 0;
