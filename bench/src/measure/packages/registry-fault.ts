/**
 * What the clients of the registries say when the registry, or the way to it, is at fault, and not the package. Each is
 * a text of npm, Go, cargo, Maven, pip, bundler or of Node's own `fetch`.
 */
const FAULTS =
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENETUNREACH|ERR_SOCKET_TIMEOUT|dial tcp|connect(?:ion)? (?:refused|reset|timed out)|could not resolve host|no such host|name resolution|Name or service not known|NameResolutionError|network (?:is )?unreachable|failed to connect|couldn't connect|TLS handshake|i\/o timeout|timeout exceeded|spurious network error|(?:http|status|response|error)[^\n]{0,40}\b(?:429|50[0234])\b|too many requests|bad gateway|service unavailable|fetch failed/i;

/** The end of a client's output. If a line blames the registry, it comes first: it may stand far above. */
export function saidAtEnd(output: string, tail: string): string {
  const line = output.split('\n').find((one) => FAULTS.test(one));
  return line === undefined || tail.includes(line.trim()) ? tail : `${line.trim()}; ${tail}`;
}

export function isRegistryFault(text: string): boolean {
  return FAULTS.test(text);
}

/**
 * What package managers print if a package or version does not exist, or no version satisfies all of its users. Maven
 * says "Could not resolve dependencies" of a network that is down, too.
 */
const UNRESOLVABLE =
  /could not find artifact|was not found in \S+ during a previous attempt|E404|ETARGET|ERESOLVE|no matching version|unknown revision|invalid version|missing go\.sum|module .* requires go|requires go >=|failed to select a version|no matching package|could not find gem|could not find compatible versions|NU110[1-3]|NU1107|NU1605|ResolutionImpossible|No matching distribution|has been yanked|is yanked|integrity checksum failed|EINTEGRITY|not found: module/i;

export function isUnresolvable(text: string): boolean {
  return UNRESOLVABLE.test(text);
}
