import type { Messages } from '../en/index.ts';
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

/** 全站的简体中文。数字与名称均已格式化后传入。 */
export const messages: Messages = {
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
