import type { SiteIndex } from '@pitwall/bench/model';
import type { MatrixPage } from '../../lib/home/home-tables.ts';
import { distributionOf, flagsOf } from '../../lib/page/flags.ts';
import { pageOf } from '../../lib/page/page.ts';
import { shows } from '../../lib/tables/table.ts';
import Doubt from '../page/Doubt.astro';
import Flags from '../page/Flags.astro';

/** What the tables of a page with a row for each target variant need. */
export function matrixPage(url: URL, index: SiteIndex): MatrixPage {
  const { messages, to } = pageOf(url);
  return {
    messages,
    to,
    doubt: (marks) => shows(Doubt, { marks }),
    flags: (row, scenario) =>
      shows(Flags, { flags: flagsOf(index, row, scenario), distribution: distributionOf(index, row) }),
  };
}
