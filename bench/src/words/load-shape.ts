import { hasRate, type LoadShape } from '../model/index.ts';
import { english, plural } from './english.ts';

/** How requests arrive: `Closed loop`, `1,000 requests/s`, `50 % of capacity`. */
export function arrivalWords(shape: LoadShape): string {
  if (!hasRate(shape)) return 'Closed loop';
  return 'perSecond' in shape.rate
    ? `${english.plain(shape.rate.perSecond)} requests/s`
    : `${Math.round(shape.rate.shareOfCapacity * 100)} % of capacity`;
}

/** A load shape by what distinguishes it from others: `Closed loop, 64 connections`. */
export function loadShapeWords(shape: LoadShape): string {
  return [arrivalWords(shape), ...connectionWords(shape), ...amountWords(shape)].join(', ');
}

/** A load shape in full, the loader first: `wrk, 64 connections, closed loop`. */
export function describeLoadShape(shape: LoadShape): string {
  const arrival = hasRate(shape) ? `fixed rate of ${arrivalWords(shape)}` : 'closed loop';
  const limit = shape.timeoutSeconds === undefined ? [] : [`responses within ${shape.timeoutSeconds} s`];
  return [shape.loader, ...connectionWords(shape), arrival, ...amountWords(shape), ...limit].join(', ');
}

function connectionWords({ connections, connection }: LoadShape): string[] {
  const closed = connection === 'close' ? ['closed after each request'] : [];
  return [plural(connections, 'connection'), ...closed];
}

/** When a load ends, if it has a number of requests or a duration of its own. */
function amountWords(shape: LoadShape): string[] {
  if ('requests' in shape) return [plural(shape.requests, 'request')];
  return shape.seconds === undefined ? [] : [`${shape.seconds} s`];
}
