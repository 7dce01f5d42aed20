import type { StudyWords } from '../studies.ts';
import { changes } from './changes.ts';
import { choose } from './choose.ts';
import { compare } from './compare.ts';
import { data } from './data.ts';
import { field } from './field.ts';
import { framework } from './framework.ts';
import { guide } from './guide.ts';
import { history } from './history.ts';
import { home } from './home.ts';
import { machine } from './machine.ts';
import { marks } from './marks.ts';
import { methodology } from './methodology.ts';
import { ranking } from './ranking.ts';
import { replays } from './replays.ts';
import { run } from './run.ts';
import { site } from './site.ts';
import { subjects } from './subjects.ts';
import { verdicts } from './verdicts.ts';
import { warmUp } from './warm-up.ts';

/**
 * Every sentence of the site in English. Figures and names are passed in as formatted arguments. Another
 * language is a folder beside this one with the same keys.
 */
export const messages = {
  ...site,
  ...subjects,
  changes,
  choose,
  compare,
  data,
  field,
  framework,
  guide,
  history,
  home,
  machine,
  marks,
  methodology,
  ranking,
  replays,
  run,
  /**
   * Translated sentences of replays, by study. The English ones are in the data and serve languages without
   * any.
   */
  studies: {} as Readonly<Record<string, StudyWords>>,
  verdicts,
  warmUp,
};

export type Messages = typeof messages;
