import type { Machine, Run } from '@pitwall/bench/model';
import type { Messages } from '../../messages/index.ts';

/** The set-up of a run: which processors serve, load and store. */

/** In the order in which a request passes them. */
const roles = ['loader', 'server', 'database'] as const;
type Role = (typeof roles)[number];

/** Processors of one host that have the same roles. */
export interface ProcessorGroup {
  roles: Role[];
  processors: number[];
  /** Place of the host in the machine; 0 if one host has all roles. */
  host: number;
}

/** Returns the groups in the order of their first role; none if the run could not pin its processes. */
export function processorGroups(
  { processors }: Pick<Run, 'processors'>,
  { hosts }: Pick<Machine, 'hosts'>,
): ProcessorGroup[] {
  if (!processors.pinned) return [];
  const hostOf = (role: Role): number =>
    Math.max(0, hosts?.findIndex((host) => host.roles.includes(role)) ?? 0);
  const rolesOf = new Map<string, Role[]>();
  for (const role of roles) {
    for (const processor of processors[role]) {
      const key = `${hostOf(role)} ${processor}`;
      rolesOf.set(key, [...(rolesOf.get(key) ?? []), role]);
    }
  }
  const groups = new Map<string, ProcessorGroup>();
  for (const [key, own] of rolesOf) {
    const [host = 0, processor = 0] = key.split(' ').map(Number);
    const name = `${host} ${own.join()}`;
    const group = groups.get(name) ?? { roles: own, processors: [], host };
    group.processors.push(processor);
    groups.set(name, group);
  }
  return [...groups.values()].sort((a, b) => place(a) - place(b));
}

const place = (group: ProcessorGroup): number => roles.findIndex((role) => group.roles.includes(role));

/** Says which roles share processors and which have their own, one sentence per group. */
export function setupSentences(groups: readonly ProcessorGroup[], messages: Messages): string[] {
  const { setup } = messages.methodology;
  return groups.map((group) => {
    const names = group.roles.map((role) => messages.machine.facts.roles[role]);
    const where = processorText(group, groups, messages);
    return names.length > 1 ? setup.share(names, where) : setup.alone(names[0] ?? '', where);
  });
}

/** Says which of the roles share processors; `null` if none do. */
export function sharedSentence(
  groups: readonly ProcessorGroup[],
  of: readonly Role[],
  messages: Messages,
): string | null {
  const shared = groups
    .map((group) => ({ ...group, roles: group.roles.filter((role) => of.includes(role)) }))
    .find((group) => group.roles.length > 1);
  if (shared === undefined) return null;
  const names = shared.roles.map((role) => messages.machine.facts.roles[role]);
  return messages.methodology.setup.shared(names, processorText(shared, groups, messages));
}

function processorText(
  { processors, host }: ProcessorGroup,
  groups: readonly ProcessorGroup[],
  { methodology: { setup }, list }: Messages,
): string {
  const several = groups.some((group) => group.host !== host);
  const text = setup.processors(list(ranges(processors)), processors.length);
  return several ? setup.onHost(host + 1, text) : text;
}

/** `0`, `4–7`, `0` and `2–3` */
function ranges(numbers: readonly number[]): string[] {
  const sorted = [...numbers].sort((a, b) => a - b);
  const runs: [first: number, last: number][] = [];
  for (const number of sorted) {
    const last = runs.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`));
}

const COLUMN = 150;
/** Two columns fit on a phone of 360 pixels; more scroll sideways, because a smaller picture could not be read. */
const GAP = 26;
const CHIP = { width: 118, height: 38, gap: 30 };
const PADDING = { top: 36, side: (COLUMN - CHIP.width) / 2, bottom: 16 };

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
  text: string;
}

interface SetupPicture {
  width: number;
  height: number;
  boxes: (Rectangle & { shared: boolean })[];
  chips: (Rectangle & { role: Role })[];
  arrows: { from: [number, number]; to: [number, number] }[];
}

/** Draws one box for each group of processors, with its roles, and arrows along the way of a request. */
export function setupPicture(groups: readonly ProcessorGroup[], messages: Messages): SetupPicture {
  const heightOf = (count: number): number =>
    PADDING.top + count * CHIP.height + (count - 1) * CHIP.gap + PADDING.bottom;
  const height = Math.max(0, ...groups.map((group) => heightOf(group.roles.length)));
  const boxes = groups.map((group, column) => {
    const own = heightOf(group.roles.length);
    return {
      x: 1 + column * (COLUMN + GAP),
      y: 1 + (height - own) / 2,
      width: COLUMN,
      height: own,
      text: processorText(group, groups, messages),
      shared: group.roles.length > 1,
    };
  });
  const chips = groups.flatMap((group, column) =>
    group.roles.map((role, row) => ({
      x: (boxes[column]?.x ?? 0) + PADDING.side,
      y: (boxes[column]?.y ?? 0) + PADDING.top + row * (CHIP.height + CHIP.gap),
      width: CHIP.width,
      height: CHIP.height,
      text: messages.machine.facts.roles[role],
      role,
    })),
  );
  const chipOf = (role: Role) => chips.find((chip) => chip.role === role);
  const arrows = (
    [
      ['loader', 'server', -7],
      ['server', 'database', 7],
    ] as const
  ).flatMap(([from, to, shift]) => {
    const [first, second] = [chipOf(from), chipOf(to)];
    return first && second ? [arrow(first, second, shift)] : [];
  });
  const columns = groups.length;
  return {
    width: 2 + columns * COLUMN + Math.max(0, columns - 1) * GAP,
    height: height + 2,
    boxes,
    chips,
    arrows,
  };
}

/** From edge to edge; `shift` keeps two arrows at one edge apart. */
function arrow(first: Rectangle, second: Rectangle, shift: number): SetupPicture['arrows'][number] {
  if (first.x === second.x) {
    const x = first.x + first.width / 2;
    return { from: [x, first.y + first.height], to: [x, second.y] };
  }
  const [right, left] = [first.x < second.x, first.x > second.x];
  const middle = (box: Rectangle): number => box.y + box.height / 2;
  return {
    from: [first.x + (right ? first.width : 0), middle(first) + shift],
    to: [second.x + (left ? second.width : 0), middle(second) + shift],
  };
}
