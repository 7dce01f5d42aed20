/** Parses dates of servers: RFC 3339 in bodies, IMF-fixdate (RFC 9110, 5.6.7) in the Date header. */

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,12}))?(?:Z|[+-]00:00)$/i;

/** Returns the milliseconds since 1970 of an RFC 3339 instant in UTC, truncated; `null` for other texts. */
export function parseInstant(text: string): number | null {
  const match = INSTANT.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const time = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
  const parsed = new Date(time);
  const real =
    parsed.getUTCMonth() === month - 1 && parsed.getUTCDate() === day && parsed.getUTCHours() === hour;
  return real && minute < 60 && second < 60 ? time : null;
}

export function isInstant(text: string): boolean {
  return parseInstant(text) !== null;
}

export function sameInstant(a: string, b: string): boolean {
  const time = parseInstant(a);
  return time !== null && time === parseInstant(b);
}

/**
 * Returns the milliseconds since 1970 of `Sun, 06 Nov 1994 08:49:37 GMT`; `null` for any other text,
 * including one with a wrong weekday.
 */
export function parseHttpDate(text: string): number | null {
  if (!/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(text)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) || new Date(time).toUTCString() !== text ? null : time;
}
