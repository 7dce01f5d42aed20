import { type MetricId, metricSlugs } from '@pitwall/bench/model';
import { siteBase } from './folders.ts';

/**
 * Links between pages. Pages name each other by their address from the root of the site, and every link is
 * written relative to the page that it is on: the site works wherever it is mounted.
 */
export type Linker = (address: string) => string;

export function linker(pageAddress: string, base: string = siteBase()): Linker {
  return (address) => {
    const file = base === '.' ? address.replace(/\/(?=#|$)/, '/index.html') : address;
    if (pageAddress.startsWith('/404')) return base === '.' ? file : base + file.slice(1);
    return climb(pageAddress) + file.slice(1) || './';
  };
}

/** `../../` from a page two folders deep. */
export function climb(pageAddress: string): string {
  const depth = pageAddress.split('/').filter((part) => part !== '' && part !== 'index.html').length;
  return '../'.repeat(depth);
}

export interface Choice {
  /** `null` for the machine of the home page, whose rankings have the short addresses. */
  machine: string | null;
  scenario: string;
  loadShapeId: string;
  metric: MetricId;
}

export const addresses = {
  home: '/',
  ranking: ({ machine, scenario, loadShapeId, metric }: Choice): string =>
    `${machine === null ? '' : `/machines/${machine}`}/ranking/${scenario}/${loadShapeId}/${metricSlugs[metric]}/`,
  frameworks: '/frameworks/',
  framework: (target: string, variant?: string): string =>
    `/frameworks/${target}/${variant === undefined ? '' : `#${variant}`}`,
  replays: '/replays/',
  replay: (study: string, table?: string): string =>
    `/replays/${study}/${table === undefined ? '' : `#${table}`}`,
  machines: '/machines/',
  machine: (id: string): string => `/machines/${id}/`,
  runs: '/runs/',
  run: (machine: string, name: string): string => `/runs/${machine}/${name}/`,
  methodology: (section?: string): string => `/methodology/${section === undefined ? '' : `#${section}`}`,
  data: '/data/',
  download: (path: string): string => `/data/${path}`,
} as const;
