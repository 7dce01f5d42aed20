import { resolve } from 'node:path';

/**
 * The folder of the published data. The environment can name other folders for data and pages, so that a test
 * never touches those of the checkout; an empty name is none. Astro always starts in the site's own folder.
 */
export function dataFolder(): string {
  return resolve(process.env.PITWALL_SITE_DATA || 'data');
}

export function distFolder(): string {
  return resolve(process.env.PITWALL_SITE_DIST || 'dist');
}

/**
 * Whether to leave out the pages of details, which are most of them and of which a reader opens a few. `npm start` builds
 * the others first.
 */
export function withoutDetails(): boolean {
  return process.env.PITWALL_SITE_PAGES === 'main';
}

/** How many files are read or written at a time; more would gain nothing. */
export const FILES_AT_ONCE = 16;

/**
 * The path at which the site will be mounted: `/` or `/pitwall/`. Only the page for unknown addresses needs
 * it; all other links are relative. `.` builds a site that opens from a folder, without a server.
 */
export function siteBase(): string {
  const base = process.env.PITWALL_BASE ?? '/';
  if (base === '.') return base;
  return `/${base.replace(/^\/+|\/+$/g, '')}/`.replace('//', '/');
}

/**
 * The site's origin, `https://example.org`, for links that must be absolute (social cards); `null` if
 * unknown.
 */
export function siteOrigin(): string | null {
  const origin = process.env.PITWALL_ORIGIN;
  return origin ? new URL(origin).origin : null;
}
