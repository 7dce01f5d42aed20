/** What the page of the field and its script share. */
export const scatterAxes = ['throughput', 'cpu', 'memory', 'p99', 'lines'] as const;
export type ScatterAxis = (typeof scatterAxes)[number];

/** What is reached, upwards, against what it needs. */
export const upAxes: readonly ScatterAxis[] = ['throughput', 'cpu'];
export const acrossAxes: readonly ScatterAxis[] = ['memory', 'p99', 'lines'];

/** `[median, low, high]` of a figure that can be compared; low and high are `null` if there is no interval. */
type ScatterValue = [number, number | null, number | null];

/** A row of the page's table, for its script. */
export interface ScatterPoint {
  /** Id of its row in the table, where filters hide what is not to be named. */
  row: string;
  name: string;
  kind: 'platform' | 'micro' | 'full';
  values: Partial<Record<ScatterAxis, ScatterValue>>;
}

export interface ScatterChoice {
  up: ScatterAxis;
  across: ScatterAxis;
}

/** What a reader can choose: axes that some point has a figure for. */
type OfferedAxes = Record<keyof ScatterChoice, ScatterAxis[]>;

export function offeredAxes(points: readonly Pick<ScatterPoint, 'values'>[]): OfferedAxes {
  const having = (axis: ScatterAxis): boolean => points.some(({ values }) => values[axis] !== undefined);
  return { up: upAxes.filter(having), across: acrossAxes.filter(having) };
}

/** Reads the choice of axes from an address: `?y=cpu&x=p99`. What is not offered gives the first ones. */
export function readAxes(search: string, { up, across }: OfferedAxes): ScatterChoice {
  const given = new URLSearchParams(search);
  const one = (name: string, offered: readonly ScatterAxis[]): ScatterAxis =>
    offered.find((axis) => axis === given.get(name)) ?? (offered[0] as ScatterAxis);
  return { up: one('y', up), across: one('x', across) };
}

/** Returns an address with these axes, and with all else as it was. */
export function writeAxes({ up, across }: ScatterChoice, search = ''): string {
  const written = new URLSearchParams(search);
  written.set('y', up);
  written.set('x', across);
  return `?${written}`;
}
