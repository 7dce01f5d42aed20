import { loadShapeId, type MetricId, metricSlugs, type ShownChangePoint } from '@pitwall/bench/model';
import { type Language, languageAt, prefixOf, withoutLanguage } from '../../messages/index.ts';
import { siteBase } from '../build/folders.ts';
import { seriesInAddress } from './address-parts.ts';

/**
 * Turns an address from the root of the site, without a language, into a link relative to the page it is on,
 * in that page's language. Relative links let the site work wherever it is mounted.
 */
export type Linker = (address: string) => string;

/**
 * Addresses of pages end in a slash, before any `?` or `#`. Files are the same for all languages, but for the feed, and
 * so is a folder of downloads, from which scripts read.
 */
const isPage = (address: string): boolean => /\/(?=[?#]|$)/.test(address) && !/^\/data\/./.test(address);

export function linker(pageAddress: string, base: string = siteBase()): Linker {
  return linkerInto(languageAt(pageAddress), pageAddress, base);
}

/** Links to the same page in another language. */
export function translationLink(pageAddress: string, language: Language, base: string = siteBase()): string {
  const address = isNotFound(pageAddress) ? '/' : withoutLanguage(pageAddress);
  return linkerInto(language, pageAddress, base)(address);
}

function linkerInto(language: Language, pageAddress: string, base: string): Linker {
  return (address) => {
    const page = isPage(address);
    const whole = page || address === addresses.feed ? prefixOf(language) + address : address;
    const file = page && base === '.' ? whole.replace(/\/(?=[?#]|$)/, '/index.html') : whole;
    if (isNotFound(pageAddress)) return base === '.' ? file : base + file.slice(1);
    return climb(pageAddress) + file.slice(1) || './';
  };
}

/** One page answers all unknown addresses, at any depth. */
function isNotFound(pageAddress: string): boolean {
  return pageAddress.startsWith('/404');
}

/** `../../` from a page two folders deep. */
export function climb(pageAddress: string): string {
  const depth = pageAddress.split('/').filter((part) => part !== '' && part !== 'index.html').length;
  return '../'.repeat(depth);
}

/** The address on the web of a page or a file. A site that opens from a folder is at the root of its origin. */
export function publicAddress(address: string, origin: string): string {
  const base = siteBase();
  return `${origin}${base === '.' ? '/' : base}${address.slice(1)}`;
}

interface Choice {
  /** `null` for the machine of the home page, whose rankings have the short addresses. */
  machine: string | null;
  scenario: string;
  loadShapeId: string;
  metric: MetricId;
}

type TrendChange = Pick<
  ShownChangePoint,
  'target' | 'scenario' | 'variant' | 'metric' | 'loadShape' | 'first'
>;

const withSection = (address: string, section: string | undefined): string =>
  section === undefined ? address : `${address}#${section}`;

export const addresses = {
  home: '/',
  feed: '/feed.xml',
  ranking: ({ machine, scenario, loadShapeId, metric }: Choice): string =>
    `${machine === null ? '' : `/machines/${machine}`}/ranking/${scenario}/${loadShapeId}/${metricSlugs[metric]}/`,
  frameworks: '/frameworks/',
  framework: (target: string, variant?: string): string => withSection(`/frameworks/${target}/`, variant),
  /** All frameworks of the language of a target: the first part of its name. */
  family: (target: string): string => `/languages/${target.split('/')[0]}/`,
  source: (target: string): string => `/frameworks/${target}/source/`,
  compare: '/compare/',
  pair: (first: string, second: string): string => `/compare/${first}/${second}/`,
  choose: '/choose/',
  field: '/field/',
  /** The field of one scenario. */
  fieldOf: (scenario: string): string => `/field/${scenario}/`,
  warmUp: '/warm-up/',
  changes: '/changes/',
  trends: '/trends/',
  trend: (target: string, scenario: string): string => `/trends/${target}/${scenario}/`,
  /** The trend of the series in which a change shows. */
  trendOf: (change: TrendChange): string => {
    const { target, scenario, variant, metric, loadShape, first } = change;
    const series = {
      series: seriesInAddress({ variant, metric, loadShapeId: loadShapeId(loadShape) }),
      run: first.run,
    };
    return `/trends/${target}/${scenario}/?${new URLSearchParams(series)}`;
  },
  releases: '/releases/',
  releasesOf: (target: string): string => `/releases/${target}/`,
  regressions: '/regressions/',
  verdicts: '/verdicts/',
  verdict: (machine: string, id: string): string => `/verdicts/${machine}/${id}/`,
  replays: '/replays/',
  replay: (study: string, table?: string): string => withSection(`/replays/${study}/`, table),
  machines: '/machines/',
  machine: (id: string): string => `/machines/${id}/`,
  runs: '/runs/',
  runsOf: (machine: string, year: string): string => `/machines/${machine}/runs/${year}/`,
  run: (machine: string, name: string): string => `/runs/${machine}/${name}/`,
  compareRuns: (machine: string, parts: { before?: string; after?: string }): string => {
    const { before, after } = parts;
    const chosen = { m: machine, ...(before ? { a: before } : {}), ...(after ? { b: after } : {}) };
    return `/runs/compare/?${new URLSearchParams(chosen)}`;
  },
  diff: (machine: string, name: string): string => `/runs/${machine}/${name}/diff/`,
  methodology: (section?: string): string => withSection('/methodology/', section),
  glossary: (term?: string): string => withSection('/glossary/', term),
  addFramework: '/add-a-framework/',
  data: '/data/',
  download: (path: string): string => `/data/${path}`,
} as const;
