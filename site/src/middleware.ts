import type { MiddlewareHandler } from 'astro';
import { tightened } from './lib/page/tight.ts';
import { languageAt, messagesOf } from './messages/index.ts';

/** A language that joins its sentences without a space has none beside its punctuation. */
const isTight = (pathname: string): boolean =>
  messagesOf(languageAt(pathname)).sentences(['', '']).length === 0;

export const onRequest: MiddlewareHandler = async ({ url }, next) => {
  const response = await next();
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (!isPage || !isTight(url.pathname)) return response;
  return new Response(tightened(await response.text()), response);
};
