namespace Pitwall.AspNetCore;

/// <summary>Middleware in front of all other: counts a request before anything answers it.</summary>
internal sealed class RequestCounter
{
    private long requests;

    public long Total => Interlocked.Read(ref requests);

    public RequestDelegate Count(RequestDelegate next) => context =>
    {
        Interlocked.Increment(ref requests);
        return next(context);
    };
}
