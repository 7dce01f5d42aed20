import { metricOf } from '@pitwall/bench/model';
import { inXml } from '@pitwall/bench/words';
import type { APIRoute } from 'astro';
import { readChangesData, readReleasesData, siteIndex } from '../../lib/build/data.ts';
import { siteOrigin } from '../../lib/build/folders.ts';
import { comparisonsWithSentences } from '../../lib/changes/changes.ts';
import { newestSteps, repeatSentences, stepSentence } from '../../lib/changes/releases-view.ts';
import { isComparedWithItself } from '../../lib/changes/verdict-view.ts';
import { addresses, linker, publicAddress } from '../../lib/page/links.ts';
import { namesOf } from '../../lib/page/names.ts';
import { movedBy } from '../../lib/runs/moved.ts';
import { languageAt, messagesOf, oneForEachLanguage, prefixOf } from '../../messages/index.ts';

export const getStaticPaths = oneForEachLanguage;

/** How many entries the feed has; older ones stay on their pages. */
const NEWEST = 50;
/** One day of measurement may prove hundreds of steps; they leave room for runs and comparisons. */
const NEWEST_STEPS = 20;

/**
 * The Atom feed (RFC 4287). Identifiers come from the results, so they survive a move to another host. Links
 * are absolute if the site knows its own origin, and relative to the feed otherwise.
 */
export const GET: APIRoute = async ({ url }) => {
  const language = languageAt(url.pathname);
  const messages = messagesOf(language);
  const { runs, verdicts, targets } = await siteIndex();
  const names = namesOf(targets);
  const ofTwo = verdicts.filter((verdict) => !isComparedWithItself(verdict));
  const sentences = await comparisonsWithSentences(messages);
  const origin = siteOrigin();
  const link = (address: string): string =>
    origin === null
      ? linker(`${prefixOf(language)}/`)(address)
      : publicAddress(prefixOf(language) + address, origin);
  const entries = [
    ...runs.flatMap(({ finishedAt, ...run }) =>
      finishedAt === null
        ? []
        : [
            {
              id: `urn:pitwall:run:${run.machine}:${run.name}`,
              at: finishedAt,
              title: messages.history.feedRun(run.machine, run.targets.measured),
              address: addresses.run(run.machine, run.name),
              text: messages.run.title(messages.format.dayAndTime(run.startedAt)),
            },
          ],
    ),
    ...(await readChangesData()).map((change) => ({
      id: `urn:pitwall:change:${change.machine}:${change.target}:${change.variant}:${change.scenario}:${change.loadShapeId}:${change.metric}:${change.first.run}`,
      at: change.first.startedAt,
      title: `${names(change)}${messages.colon}${change.cost > 1 ? messages.history.worse : messages.history.better} ${messages.format.change(movedBy(change.cost, metricOf(change.metric).direction))}`,
      address: addresses.regressions,
      text: [
        messages.scenarioTitle(change.scenario),
        messages.metricTitles[change.metric],
        change.machine,
      ].join(messages.comma),
    })),
    ...newestSteps(await readReleasesData(), NEWEST_STEPS).flatMap((one) => {
      const { history, step } = one;
      if (step.proof === null) return [];
      return [
        {
          id: `urn:pitwall:release:${history.machine}:${history.target}:${history.variant}:${history.package.name}:${step.from}:${step.to}:${step.scenario}`,
          at: step.proof.startedAt,
          title: stepSentence(one, messages),
          address: addresses.releasesOf(history.target),
          text: `${[names(history), history.machine].join(messages.comma)} · ${messages.sentences(repeatSentences(step, messages))}`,
        },
      ];
    }),
    ...ofTwo.map((verdict) => ({
      id: `urn:pitwall:comparison:${verdict.machine}:${verdict.id}`,
      at: verdict.startedAt,
      title: messages.list(verdict.pairs.map(({ base, head }) => messages.verdicts.pageTitle(head, base))),
      address: addresses.verdict(verdict.machine, verdict.id),
      text: messages.sentences(
        sentences.get(`${verdict.machine}/${verdict.id}`)?.texts ?? [
          messages.verdicts.sentence(verdict.counts, verdict.cells),
        ],
      ),
    })),
  ]
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, NEWEST);
  const body = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${messages.language}">`,
    `<title>${inXml(messages.history.feedTitle)}</title>`,
    `<id>urn:pitwall:feed:${language}</id>`,
    `<updated>${entries[0]?.at ?? new Date(0).toISOString()}</updated>`,
    '<author><name>Pitwall</name></author>',
    '<rights>CC BY 4.0</rights>',
    `<link rel="self" href="${inXml(link(addresses.feed))}"/>`,
    `<link href="${inXml(link('/'))}"/>`,
    ...entries.map(
      ({ id, at, title, address, text }) =>
        `<entry><title>${inXml(title)}</title><id>${inXml(id)}</id><updated>${at}</updated><link href="${inXml(link(address))}"/><summary>${inXml(text)}</summary></entry>`,
    ),
    '</feed>',
    '',
  ].join('\n');
  return new Response(body, { headers: { 'content-type': 'application/atom+xml; charset=utf-8' } });
};
