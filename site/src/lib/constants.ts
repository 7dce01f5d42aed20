import type { SiteIndex } from '@pitwall/bench/model';
import type { Messages } from '../messages/index.ts';

/** Formats the constants with their units, by name, for the sentences that use them. */
export function constantTexts({ constants }: SiteIndex, messages: Messages): Map<string, string> {
  return new Map(
    constants.map(({ id, value, unit }) => {
      if (unit === '%' && typeof value === 'number') return [id, messages.format.percent(value / 100)];
      const text = typeof value === 'number' ? messages.format.plain(value) : value;
      return [id, unit === null ? text : `${text} ${messages.unit(unit)}`];
    }),
  );
}

/**
 * Replaces `{name}` in a text with the constant. An unknown name is an error in the text. Before anything is
 * published no constant is known, and each becomes a dash.
 */
export function withConstants(text: string, constants: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\{([a-z-]+)\}/g, (_, id: string) => {
    const found = constants.size === 0 ? '–' : constants.get(id);
    if (found === undefined)
      throw new RangeError(`the methodology page names a constant that is not there: ${id}`);
    return found;
  });
}
