/** What the page of the field and its script share. */
export const scatterAxes = ['throughput', 'cpu', 'memory', 'p99', 'lines'] as const;
export type ScatterAxis = (typeof scatterAxes)[number];

/** What a reader can choose: what is reached upwards, against what it needs. */
export const upAxes: readonly ScatterAxis[] = ['throughput', 'cpu'];
export const acrossAxes: readonly ScatterAxis[] = ['memory', 'p99', 'lines'];

/** `[median, low, high]` of a figure that can be compared; low and high are `null` if there is no interval. */
type ScatterValue = [number, number | null, number | null];

/** A row of the page's table, for its script. */
export interface ScatterPoint {
  name: string;
  kind: 'platform' | 'micro' | 'full';
  values: Partial<Record<ScatterAxis, ScatterValue>>;
}

export interface ScatterChoice {
  up: ScatterAxis;
  across: ScatterAxis;
}

/** Reads the choice of axes from an address: `?y=cpu&x=p99`. Unknown names give the first ones. */
export function readAxes(search: string): ScatterChoice {
  const given = new URLSearchParams(search);
  const one = (name: string, known: readonly ScatterAxis[]): ScatterAxis =>
    known.find((axis) => axis === given.get(name)) ?? (known[0] as ScatterAxis);
  return { up: one('y', upAxes), across: one('x', acrossAxes) };
}

export function writeAxes({ up, across }: ScatterChoice): string {
  return `?${new URLSearchParams({ y: up, x: across })}`;
}
