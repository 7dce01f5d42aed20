/**
 * Languages whose servers are machine code before they start. What they still do at first (fill pools and
 * caches) is over within a second.
 */
const COMPILED_AHEAD: readonly string[] = ['C', 'C++', 'Go', 'Haskell', 'Nim', 'Rust', 'Swift', 'Zig'];
/**
 * Languages whose usual runtimes make no machine code unless asked to. Their first second costs what later ones
 * do (`npm run figure -- first-seconds`). Ruby is not among them: Sinatra's target switches YJIT on.
 */
const INTERPRETED: readonly string[] = ['Perl', 'PHP', 'Python'];
/** Of those compiled ahead, the ones whose pauses make short slices of load uneven. */
const COLLECTING_AHEAD: readonly string[] = ['Go', 'Haskell', 'Nim'];
const VIRTUAL_MACHINES: readonly string[] = ['Java', 'Kotlin', 'Scala', 'C#'];

/**
 * Runtimes that save memory when nothing asks them for a while, and then serve at a higher cost: Node's V8 throws away
 * code that it has compiled (`npm run figure -- waiting`). Runs in which they idled, or in which a pause looked to them as
 * if they had, show them too slow.
 */
const COOL_WHILE_IDLE: readonly string[] = ['Node.js'];

/** How a runtime gets warm, which also indicates how much memory it takes. */
export type RuntimeKind = 'virtualMachine' | 'asItRuns' | 'interpreted' | 'ahead';

export function runtimeKindOf(language: string): RuntimeKind {
  if (VIRTUAL_MACHINES.includes(language)) return 'virtualMachine';
  if (INTERPRETED.includes(language)) return 'interpreted';
  return compilesAsItRuns(language) ? 'asItRuns' : 'ahead';
}

/** Whether a server of this language may compile as it runs; one that nobody has thought of may. */
export function compilesAsItRuns(language: string): boolean {
  return !COMPILED_AHEAD.includes(language) && !INTERPRETED.includes(language);
}

/** Whether a garbage collector stops a server of this language now and then; Python, PHP and Perl count references. */
export function collectsGarbage(language: string): boolean {
  return COLLECTING_AHEAD.includes(language) || compilesAsItRuns(language);
}

/** Whether a warm server on this runtime, as manifests name it, is no longer as warm after some time without requests. */
export function coolsWhileIdle(runtime: string): boolean {
  return COOL_WHILE_IDLE.includes(runtime);
}

/** The variable by which blocks give a runtime an option, in addition to those that a variant sets there. */
export const optionVariables = { 'Node.js': 'NODE_OPTIONS', Deno: 'DENO_V8_FLAGS' } as const;
