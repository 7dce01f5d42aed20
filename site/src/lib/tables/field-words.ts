import type { Messages } from '../../messages/index.ts';
import { packWords } from '../page/script-words.ts';

/** Sentences that a page has for the script of `<field-tables>`. */
export interface FieldWords
  extends Pick<Messages['ranking'], 'count' | 'sorted' | 'sortedDescending'>,
    Pick<Messages['home'], 'sortBy'> {}

/** The sentences, for the attribute of the element. */
export function fieldWords({ ranking, home }: Messages): string {
  return packWords<FieldWords>({
    count: ranking.count,
    sorted: ranking.sorted,
    sortedDescending: ranking.sortedDescending,
    sortBy: home.sortBy,
  });
}
