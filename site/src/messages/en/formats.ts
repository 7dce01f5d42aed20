export { english as format, plural } from '@pitwall/bench/words';

export const list = new Intl.ListFormat('en');
export const either = new Intl.ListFormat('en', { type: 'disjunction' });
