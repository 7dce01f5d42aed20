using Microsoft.AspNetCore.Diagnostics;

namespace Pitwall.AspNetCore;

/// <summary>Answers every exception that a handler, or the reading of its parameters, throws.</summary>
internal sealed class ErrorHandler : IExceptionHandler
{
    public async ValueTask<bool> TryHandleAsync(
        HttpContext context, Exception exception, CancellationToken cancellation)
    {
        var status = exception is BadHttpRequestException typed ? typed.StatusCode : 500;
        context.Response.StatusCode = status;
        await context.Response.WriteAsJsonAsync(
            new Failure(status, exception.Message), JsonTypes.Default.Failure, cancellationToken: cancellation);
        return true;
    }
}
