import { NONCE, NONCE_LENGTH, type ScenarioRequest } from '../model/index.ts';
import { seededRandom } from '../util/random.ts';
import { COUNT_DIGITS, nonceStart } from './nonce-space.ts';

/** Start of the line that carries wrk's report. */
export const WRK_MARKER = 'PITWALL-WRK ';
/** Requests built before the load begins: enough to hide an order, few enough for a cache. */
const MOST_DRAWN_REQUESTS = 4_096;

interface WrkScript {
  requests: readonly ScenarioRequest[];
  seed: number;
  part: number;
  threads: number;
  connections: number;
  timeoutSeconds: number;
}

/**
 * Returns the Lua script that wrk runs. With one constant request it defines no `request()`, so that wrk
 * sends one buffer. With several, it formats all before the load begins; `request()` only picks the next one,
 * and puts the nonce, if it has one, between its two halves.
 */
export function wrkScript(script: WrkScript): string {
  return [settings(script), sending(script), REPORT].join('\n');
}

function sending(script: WrkScript): string {
  if (script.requests.some(hasNonce)) return `${SPREAD_THREADS}\n${FORMATTED}\n${NONCE_REQUESTS}`;
  return script.requests.length === 1
    ? oneRequest(script)
    : `${SPREAD_THREADS}\n${FORMATTED}\n${DRAWN_REQUESTS}`;
}

function hasNonce({ body }: ScenarioRequest): boolean {
  return body?.includes(NONCE) ?? false;
}

/**
 * Returns indexes into `count` requests: whole shuffled passes, so that each request comes equally often, or
 * a random selection if one pass is already too long.
 */
export function draw(count: number, seed: number): number[] {
  const random = seededRandom(seed);
  const indexes = Array.from({ length: count }, (_, index) => index);
  const passes = Math.max(1, Math.floor(MOST_DRAWN_REQUESTS / count));
  return Array.from({ length: passes }, () => random.shuffled(indexes))
    .flat()
    .slice(0, MOST_DRAWN_REQUESTS);
}

function settings(script: WrkScript): string {
  const { requests, seed, threads, connections, timeoutSeconds } = script;
  const several = requests.length > 1 || requests.some(hasNonce);
  return [
    '-- Written by Pitwall for one load.',
    `local THREADS, CONNECTIONS, TIMEOUT_MICROSECONDS = ${threads}, ${connections}, ${timeoutSeconds * 1e6}`,
    ...(several
      ? [
          `local REQUESTS = {${requests.map(luaRequest)}}`,
          `local DRAW = {${draw(requests.length, seed).map((index) => index + 1)}}`,
        ]
      : []),
    ...(requests.some(hasNonce)
      ? [`local NONCE_START, COUNT_FORMAT = "${nonceStart(script)}", "%0${COUNT_DIGITS}x"`]
      : []),
    '',
  ].join('\n');
}

/** Returns method, path and body; `NONCE_TOKEN` replaces the digits, so that `Content-Length` is right. */
function luaRequest({ method, path, body = '' }: ScenarioRequest): string {
  return `{${[method, path, body.replaceAll(NONCE, NONCE_TOKEN)].map(luaString)}}`;
}

/** As long as a nonce, and part of no request. */
const NONCE_TOKEN = '<'.repeat(NONCE_LENGTH);

/** Sends `Content-Length: 0` for a POST without a body: some servers refuse it otherwise. */
function oneRequest({ requests: [request] }: WrkScript): string {
  if (request?.method !== 'POST') return '';
  const { body = '' } = request;
  return `wrk.method, wrk.body = "POST", ${luaString(body)}\n${body === '' ? '' : `wrk.headers["Content-Type"] = ${JSON_TYPE}\n`}`;
}

const JSON_TYPE = '"application/json"';

/** Escapes bytes by number: Lua 5.1 has no other escapes that are safe for every byte. */
function luaString(text: string): string {
  // Paths need no escape, and a script has a thousand of them, written right before each slice.
  if (/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(text)) return `"${text}"`;
  const bytes = [...new TextEncoder().encode(text)];
  const escaped = bytes.map((byte) =>
    byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c
      ? `\\${String(byte).padStart(3, '0')}`
      : String.fromCharCode(byte),
  );
  return `"${escaped.join('')}"`;
}

/** Each thread has its own Lua state and starts at its own place in the draw. */
const SPREAD_THREADS = `\
local started = 0
function setup(thread)
  thread:set("number", started)
  thread:set("offset", math.floor(started * #DRAW / THREADS))
  started = started + 1
end
`;

/** `wrk.headers` has what the command line adds (`Connection: close`); a table given to wrk.format replaces it. */
const FORMATTED = `\
local function format(request)
  local method, path, body = request[1], request[2], request[3]
  if method ~= "POST" then return wrk.format(method, path) end
  if body == "" then return wrk.format(method, path, nil, "") end
  local headers = { ["Content-Type"] = ${JSON_TYPE} }
  for name, value in pairs(wrk.headers) do headers[name] = value end
  return wrk.format(method, path, headers, body)
end
`;

const DRAWN_REQUESTS = `\
local drawn, position = {}, 0
function init()
  local formatted = {}
  for index, request in ipairs(REQUESTS) do formatted[index] = format(request) end
  for index, choice in ipairs(DRAW) do drawn[index] = formatted[choice] end
  position = offset
end

function request()
  position = position % #drawn + 1
  return drawn[position]
end
`;

const NONCE_REQUESTS = `\
local heads, tails, position, count, start = {}, {}, 0, 0, ""
function init()
  local before, after = {}, {}
  for index, request in ipairs(REQUESTS) do
    local text = format(request)
    local from, to = text:find("${NONCE_TOKEN}", 1, true)
    before[index] = from and text:sub(1, from - 1) or text
    after[index] = from and text:sub(to + 1) or false
  end
  for index, choice in ipairs(DRAW) do heads[index], tails[index] = before[choice], after[choice] end
  position, start = offset, NONCE_START .. string.format("%02x", number)
end

function request()
  position = position % #heads + 1
  local tail = tails[position]
  if not tail then return heads[position] end
  count = count + 1
  return heads[position] .. start .. string.format(COUNT_FORMAT, count) .. tail
end
`;

/**
 * wrk 4 "corrects" its histogram before done() sees it (stats_correct in src/wrk.c): with e the mean time
 * between two requests of one connection, every response time n ≥ 2e also counts as n − e, n − 2e … down to e.
 * That invents responses (a quarter of all samples, on a server that stalls now and then) for a schedule
 * that a closed loop does not have, so its mean no longer fits Little's law. For m > e the corrected count is
 *   C(m) = R(m) + R(m + e) + R(m + 2e) + …,  hence  R(m) = C(m) − C(m + e),
 * which restores exactly what was measured. That needs the whole histogram; wrk's own interface takes
 * quadratic time for it, so it is read in place. wrk does not guarantee the layout: all that its
 * interface reports is compared first, and \`samples\` must equal the number of responses.
 */
const REPORT = `\
local function measured(summary, latency)
  local ffi = require("ffi")
  ffi.cdef("typedef struct { uint64_t count, limit, min, max, data[]; } pitwall_stats;")
  local stats = ffi.cast("pitwall_stats **", latency)[0]
  assert(tonumber(stats.limit) == TIMEOUT_MICROSECONDS + 1, "limit")
  if stats.count == 0 then return { samples = 0 } end
  local min, max = tonumber(stats.min), tonumber(stats.max)
  assert(min == latency.min and max == latency.max and max < TIMEOUT_MICROSECONDS + 1, "bounds")

  local each = math.floor(summary.requests / CONNECTIONS)
  local interval = each > 0 and math.floor(summary.duration / each) or math.huge
  local function count(value)
    local corrected = tonumber(stats.data[value])
    if value > interval and value + interval <= max then
      corrected = corrected - tonumber(stats.data[value + interval])
    end
    return corrected
  end

  local samples, sum = 0, 0
  for value = min, max do
    local here = count(value)
    samples, sum = samples + here, sum + here * value
  end
  local mean, squares, seen = sum / samples, 0, 0
  local result = { samples = samples, min = min, max = max, mean = mean * 1000 }
  local ranks = { p50 = 0.5, p90 = 0.9, p99 = 0.99, p999 = 0.999 }
  for value = min, max do
    local here = count(value)
    if here > 0 then
      seen, squares = seen + here, squares + here * (value - mean) ^ 2
      for name, share in pairs(ranks) do
        if not result[name] and seen >= math.ceil(share * samples) then result[name] = value end
      end
    end
  end
  result.stdev = math.sqrt(squares / math.max(1, samples - 1)) * 1000
  return result
end

function done(summary, latency)
  local fine, figures = pcall(measured, summary, latency)
  if not fine then figures = {} end
  local function whole(number) return number and string.format("%d", math.floor(number + 0.5)) or "null" end
  io.write("\\n${WRK_MARKER}{",
    '"requests":', whole(summary.requests), ',"durationMicroseconds":', whole(summary.duration),
    ',"bytes":', whole(summary.bytes),
    ',"errors":{"connect":', whole(summary.errors.connect), ',"read":', whole(summary.errors.read),
    ',"write":', whole(summary.errors.write), ',"timeout":', whole(summary.errors.timeout),
    ',"status":', whole(summary.errors.status), '}',
    ',"latency":{"samples":', whole(figures.samples),
    ',"minMicroseconds":', whole(figures.min), ',"meanNanoseconds":', whole(figures.mean),
    ',"maxMicroseconds":', whole(figures.max), ',"stdevNanoseconds":', whole(figures.stdev),
    ',"p50Microseconds":', whole(figures.p50), ',"p90Microseconds":', whole(figures.p90),
    ',"p99Microseconds":', whole(figures.p99), ',"p999Microseconds":', whole(figures.p999), '}}\\n')
end
`;
