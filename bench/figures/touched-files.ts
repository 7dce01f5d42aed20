/**
 * Counts the files that a newcomer touches to add one thing, from the made-up ones that
 * `test/house/made-up.test.ts` adds to a copy of the checkout, and what else says how easily somebody finds the way:
 * import circles, the fullest folder, lines, and names that two files export.
 *
 *   npm run figure -- touched-files
 */
import { table } from '../src/terminal/table.ts';
import { additions, touchedBy } from '../test/house/additions.ts';
import {
  folderSizes,
  harnessFiles,
  importCircles,
  linesOfPart,
  MOST_FILES,
  namesExportedTwice,
  siteFiles,
} from '../test/house/sources.ts';

const rows = additions.map((addition) => ({ ...addition, touched: touchedBy(addition) }));
const own = (folder: string | undefined): string => (folder === undefined ? '' : 'its folder and ');
console.log(
  table(
    [{ title: 'to be touched for' }, { title: 'files' }, { title: 'to reach' }, { title: 'which' }],
    rows.map(({ what, folder, touched, reach }) => [
      what,
      own(folder) + touched.length,
      own(folder) + reach,
      touched.join(', '),
    ]),
  ),
);

const circles = importCircles();
const fullest = folderSizes(harnessFiles)[0];
const fullestOfSite = folderSizes(siteFiles)[0];
const twice = namesExportedTwice();
console.log();
console.log(
  table(
    [{ title: 'figure' }, { title: 'value', align: 'right' }, { title: 'to reach', align: 'right' }],
    [
      ['import circles of bench and site, tests and types included', String(circles.length), '0'],
      [
        `most files flat in a folder of bench/src (${fullest?.folder})`,
        String(fullest?.files),
        `at most ${MOST_FILES}`,
      ],
      [
        `most files flat in a folder of the site’s lib and components (${fullestOfSite?.folder})`,
        String(fullestOfSite?.files),
        `at most ${MOST_FILES}`,
      ],
      ['names that two files of bench and site export, tests included', String(twice.length), '0'],
      ['lines of bench/src, without blank ones and comments', linesOfPart('bench').toLocaleString('en'), ''],
      ['lines of site/src, without blank ones and comments', linesOfPart('site').toLocaleString('en'), ''],
    ],
  ),
);
const isReached =
  rows.every(({ touched, reach }) => touched.length <= reach) &&
  circles.length + twice.length === 0 &&
  Math.max(fullest?.files ?? 0, fullestOfSite?.files ?? 0) <= MOST_FILES;
process.exitCode = isReached ? 0 : 1;
