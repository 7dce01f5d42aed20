namespace Pitwall.AspNetCore;

internal static class Instant
{
    /// <summary>The time, to the millisecond: that is what the columns keep.</summary>
    public static DateTime Now() => DateTime.UtcNow.ToMilliseconds();

    public static DateTime ToMilliseconds(this DateTime time) =>
        time.AddTicks(-(time.Ticks % TimeSpan.TicksPerMillisecond));
}
