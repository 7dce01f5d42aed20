import type { Messages } from '../../messages/index.ts';
import type { FieldWords } from '../../scripts/field-tables.ts';
import { packWords } from '../page/script-words.ts';

/** The sentences of `<field-tables>`, for its attribute. */
export function fieldWords({ ranking, home }: Messages): string {
  return packWords<FieldWords>({
    count: ranking.count,
    sorted: ranking.sorted,
    sortedDescending: ranking.sortedDescending,
    sortBy: home.sortBy,
  });
}
