export { type Names, namesOf, rowName } from '@pitwall/bench/words';
