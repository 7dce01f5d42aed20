import type { SiteIndex } from '@pitwall/bench/model';
import type { Messages } from '../../messages/index.ts';

/**
 * Returns the constants by id, with their units, for the sentences that name them. An unknown id is an error in the
 * text. Before anything is published no constant is known, and each is a dash.
 */
export function constantTexts({ constants }: SiteIndex, messages: Messages): (id: string) => string {
  const texts = new Map(
    constants.map(({ id, value, unit }) => {
      if (unit === '%' && typeof value === 'number') return [id, messages.format.percent(value / 100)];
      const text = typeof value === 'number' ? messages.format.plain(value) : value;
      return [id, unit === null ? text : `${text} ${messages.unit(unit)}`];
    }),
  );
  return (id) => {
    const found = texts.size === 0 ? '–' : texts.get(id);
    if (found === undefined) throw new RangeError(`The methodology page names an unknown constant: ${id}`);
    return found;
  };
}
