/**
 * What the clients of the registries say when the way to the registry is at fault, and not the package. Each text comes
 * from npm, Go, cargo, Maven, pip, bundler, NuGet or Node's own `fetch`; those in capitals come from Node and npm.
 */
const UNREACHED = new RegExp(
  [
    'ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT',
    'E(?:IDLE|CONNECTION|RESPONSE|TRANSFER)TIMEOUT|UND_ERR_\\w*TIMEOUT|network timeout at|socket hang up|fetch failed',
    // Go
    'dial tcp|no such host|server misbehaving|i/o timeout|timeout exceeded|context deadline exceeded',
    'Get "https?:[^\\s"]*": (?:unexpected )?EOF',
    // cargo, by curl
    "(?:could not|couldn't) resolve host|couldn't connect|spurious network error|Timeout was reached",
    // Maven
    'Unknown host|No route to host|Remote host terminated the handshake|failed to transfer from \\S+ during a previous',
    // pip
    'after connection broken by|Max retries exceeded|ReadTimeoutError|ConnectTimeoutError|NameResolutionError',
    // bundler and NuGet
    'Could not reach host|Net::(?:Open|Read)Timeout|NU1301',
    // Several
    'connect(?:ion)? (?:refused|reset)|\\b(?:connect|connection|read|operation|request)\\b[^\\n]{0,80}\\btimed out',
    'name resolution|Name or service not known|network (?:is )?unreachable|failed to connect|TLS handshake',
  ].join('|'),
  'i',
);

/** A registry that answers, and does not serve. */
const REFUSED =
  /(?:http|status|response|error)[^\n]{0,40}\b(?:429|50[0234])\b|too many requests|bad gateway|service unavailable/i;

/** The end of a client's output. If a line blames the registry, it comes first: it may stand far above. */
export function saidAtEnd(output: string, tail: string): string {
  const line = output.split('\n').find(isRegistryFault);
  return line === undefined || tail.includes(line.trim()) ? tail : `${line.trim()}; ${tail}`;
}

export function isRegistryFault(text: string): boolean {
  return UNREACHED.test(text) || REFUSED.test(text);
}

/**
 * What package managers print if a package or version does not exist, or no version satisfies all of its users. Maven
 * says "Could not resolve dependencies" of a network that is down, too; pip says "No matching distribution" then, and Go
 * "invalid version", below a line that names the network.
 */
const UNRESOLVABLE =
  /could not find artifact|was not found in \S+ during a previous attempt|E404|ETARGET|ERESOLVE|no matching version|unknown revision|invalid version|missing go\.sum|module .* requires go|requires go >=|failed to select a version|no matching package|could not find gem|could not find compatible versions|NU110[1-3]|NU1107|NU1605|ResolutionImpossible|No matching distribution|has been yanked|is yanked|integrity checksum failed|EINTEGRITY|not found: module/i;

export function isUnresolvable(text: string): boolean {
  return UNRESOLVABLE.test(text) && !UNREACHED.test(text);
}
