import { z } from 'zod';

/** Version of the documents that publish writes for the site: those of `site-data.ts` and the files beside it. */
export const SITE_DATA_SCHEMA_VERSION = 1;

export const siteVersion = z.literal(SITE_DATA_SCHEMA_VERSION);
