import { resolve } from 'node:path';

/**
 * Where the site finds its data and puts its pages. The environment can name other folders, so that a test
 * never touches those of the checkout. Astro is always started in the site's own folder.
 */
export function dataFolder(): string {
  return resolve(process.env.PITWALL_SITE_DATA ?? 'data');
}

export function distFolder(): string {
  return resolve(process.env.PITWALL_SITE_DIST ?? 'dist');
}

/** Files that are read or written at a time: more would gain nothing. */
export const FILES_AT_ONCE = 16;

/**
 * Where the site will be mounted: `/` or `/pitwall/`. Only the page for unknown addresses needs to know, all
 * other links are relative. `.` makes a site to be opened from a folder, without a server.
 */
export function siteBase(): string {
  const base = process.env.PITWALL_BASE ?? '/';
  if (base === '.') return base;
  return `/${base.replace(/^\/+|\/+$/g, '')}/`.replace('//', '/');
}

/** `https://example.org`, where the site will be found: for what must be absolute (social cards). `null`: not known. */
export function siteOrigin(): string | null {
  const origin = process.env.PITWALL_ORIGIN;
  return origin ? new URL(origin).origin : null;
}
