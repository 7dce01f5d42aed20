import { existsSync, readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { writeFileAtomic } from '../../util/atomic-file.ts';
import type { BisectEffects } from './bisect.ts';

/** What a bisection has measured: two releases, so many pairs, and whether to answer a question or to confirm one. */
type AskedPairs = Parameters<BisectEffects['ratios']>;

/**
 * The answers of a bisection on disk until it ends: one that is stopped goes on where it was. They belong to the same
 * question on the same day; anything else begins anew.
 */
interface KeptPairs {
  /** How many answers there were already. */
  count: number;
  /** The ratios of so many pairs; `null` if they were not measured before. */
  ratios(asked: AskedPairs): readonly number[] | null;
  keep(asked: AskedPairs, ratios: readonly number[]): void;
  /** Forgets all, because the bisection has ended: the next one measures. */
  forget(): void;
}

const schema = z.strictObject({
  question: z.string(),
  startedAt: z.iso.datetime(),
  answers: z.record(z.string(), z.array(z.number().positive())),
});

/** Neither the machine nor its neighbours stay the same for longer. */
const LONGEST_MILLISECONDS = 24 * 3_600_000;

/** @param question all that the answers depend on */
export function openKeptPairs(file: string, question: string, now = new Date()): KeptPairs {
  const known = read(file);
  const isSame = known?.question === question;
  const isRecent = known !== null && now.getTime() - Date.parse(known.startedAt) < LONGEST_MILLISECONDS;
  const kept = known !== null && isSame && isRecent ? known : null;
  const answers = new Map(Object.entries(kept?.answers ?? {}));
  const startedAt = kept?.startedAt ?? now.toISOString();
  return {
    count: answers.size,
    ratios: (asked) => answers.get(asked.join(' ')) ?? null,
    keep(asked, ratios) {
      answers.set(asked.join(' '), [...ratios]);
      const document = { question, startedAt, answers: Object.fromEntries(answers) };
      writeFileAtomic(file, `${JSON.stringify(document)}\n`);
    },
    forget: () => rmSync(file, { force: true }),
  };
}

/** A file that cannot be read is none: its answers are measured again. */
function read(file: string): z.infer<typeof schema> | null {
  if (!existsSync(file)) return null;
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
