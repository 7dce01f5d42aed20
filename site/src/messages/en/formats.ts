export { english as format, plural } from '@pitwall/bench/words';

export const list = new Intl.ListFormat('en-GB');
export const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });
