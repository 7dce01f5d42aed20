import type { BelievableOptions, Subject } from '../../bench/test/publish/believable-results.ts';

export const RUN = '20260601T020000Z-6c9f8ca';
export const MACHINE = 'epyc-9354-4c-16g';

const HOST = {
  processor: 'AMD EPYC 9354 32-Core Processor',
  architecture: 'x64',
  memoryBytes: 16 * 2 ** 30,
  operatingSystem: 'Debian GNU/Linux 13',
  kernel: '6.12.48',
  governor: null,
  virtualisation: null,
  shared: false,
};

/** A platform below Koa, so that Koa's own cost can be known. */
const NODE_HTTP: Subject = {
  target: 'javascript/node-http',
  variant: 'default',
  name: 'node:http',
  language: 'JavaScript',
  kind: 'platform',
  speed: 63_000,
  memoryMiB: 66,
  framework: '24.11.0',
  runtime: { name: 'node', version: '24.11.0' },
  access: { postgresql: { kind: 'raw', library: 'pg 8.16' } },
};

/** Runs from which a site has a page of each kind. */
export function everyKind(names: Record<string, string> = {}): BelievableOptions[] {
  return [
    { names, extra: [NODE_HTTP] },
    { seed: 9, startedAt: '2026-06-02T02:00:00.000Z', finished: false },
    // A finished run of a few targets, to compare with; it is not the one that is shown.
    { seed: 13, startedAt: '2026-06-03T02:00:00.000Z', only: ['go-gin.json', 'rust-axum.json'] },
    {
      seed: 11,
      startedAt: '2026-05-20T02:00:00.000Z',
      machine: {
        id: 'laptop-8c',
        virtualisation: null,
        logicalProcessors: 8,
        hosts: [
          { roles: ['server'], ...HOST, logicalProcessors: 8, engines: ['28.2.2'] },
          { roles: ['database', 'loader'], ...HOST, logicalProcessors: 16, engines: [] },
        ],
      },
      inRounds: { name: 'quick', scenarios: ['json', 'menus'], rounds: 4 },
    },
  ];
}

/** One page of each kind. Each also exists in Chinese. */
export const kinds = [
  '/',
  '/ranking/json/wrk-64/throughput/',
  '/ranking/menus/oha-64-rate-1000/p99/',
  '/machines/laptop-8c/ranking/menus/wrk-64/throughput/',
  '/frameworks/',
  '/frameworks/javascript/koa/',
  '/frameworks/javascript/koa/source/',
  '/frameworks/go/gin/',
  '/frameworks/python/fastapi/',
  '/frameworks/java/spring-boot/',
  '/languages/javascript/',
  '/languages/go/',
  '/languages/python/',
  '/replays/',
  '/replays/2020-elton-gin/',
  '/replays/2022-springboot-actix/',
  '/replays/2023-web-pm/',
  '/replays/2024-gin-axum/',
  '/machines/',
  `/machines/${MACHINE}/`,
  '/runs/',
  `/runs/${MACHINE}/${RUN}/`,
  '/methodology/',
  '/data/',
  '/compare/',
  '/compare/go-gin/rust-axum/',
  '/choose/',
  '/field/',
  '/field/menus/',
  '/warm-up/',
  '/changes/',
  '/releases/',
  '/releases/go/gin/',
  '/trends/',
  '/trends/go/gin/json/',
  '/regressions/',
  '/verdicts/',
  `/verdicts/${MACHINE}/20260603T020000Z-6c9f8ca/`,
  `/runs/${MACHINE}/20260603T020000Z-6c9f8ca/diff/`,
  '/runs/compare/',
  `/machines/${MACHINE}/runs/2026/`,
  '/glossary/',
  '/add-a-framework/',
];
