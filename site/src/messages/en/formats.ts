export { english as format, plural } from '@pitwall/bench/words';

export const list = new Intl.ListFormat('en');
