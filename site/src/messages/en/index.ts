import { changes } from './changes.ts';
import { choose } from './choose.ts';
import { compare } from './compare.ts';
import { data } from './data.ts';
import { family } from './family.ts';
import { field } from './field.ts';
import { framework } from './framework.ts';
import { guide } from './guide.ts';
import { history } from './history.ts';
import { home } from './home.ts';
import { machine } from './machine.ts';
import { marks } from './marks.ts';
import { methodology } from './methodology.ts';
import { ranking } from './ranking.ts';
import { releases } from './releases.ts';
import { replays } from './replays.ts';
import { resultText } from './results.ts';
import { run } from './run.ts';
import { site } from './site.ts';
import { studies } from './studies.ts';
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
  family,
  field,
  framework,
  guide,
  history,
  home,
  machine,
  marks,
  methodology,
  ranking,
  releases,
  replays,
  resultText,
  run,
  studies,
  verdicts,
  warmUp,
};

export type Messages = typeof messages;
