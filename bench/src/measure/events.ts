import type { PitwallError } from '../util/errors.ts';

/** What a run reports as it proceeds; the terminal decides how it looks. */
export type RunEvent =
  | { kind: 'step'; text: string }
  | { kind: 'line'; text: string }
  | { kind: 'left-out'; target: string; reason: string; next: string }
  | { kind: 'problem'; target: string; error: PitwallError }
  /** The block or pair gives the cell no figure; the rest continues. `number` counts from 1. */
  | { kind: 'no-figure'; cell: string; number: number; error: unknown }
  | { kind: 'progress'; done: number; total: number; text: string; secondsLeft: number | null }
  | { kind: 'block-done'; block: number; blocks: number; seconds: number };

export type Listener = (event: RunEvent) => void;
