import { MATCH_END, MATCH_START } from '../../query/excerpt.ts';
import { APPS, OTHER_SERVICES } from '../read/find-pointers.ts';
import type { SpokenText } from './spoken-text.ts';

const nameIn = (names: readonly string[]) =>
  `(?:${names.map((name) => name.replaceAll(' ', '\\s+')).join('|')})`;
const SERVICE = nameIn(
  [...APPS, ...OTHER_SERVICES].sort((one, other) => other.length - one.length),
);
const BETWEEN =
  '[^\\p{L}\\p{N}]+(?:(?:or|and|on|und|oder|et|ou|y|o|e)[^\\p{L}\\p{N}]+)?(?:on\\s+|the\\s+)?';
/** Two services or more in a row. */
const LIST = new RegExp(
  `(?<![\\p{L}\\p{N}])${SERVICE}(?:${BETWEEN}${SERVICE})+(?![\\p{L}\\p{N}])`,
  'giu',
);
const APP = new RegExp(nameIn(APPS), 'iu');

type Spoken = Pick<SpokenText, 'text' | 'repeated'>;

/**
 * What is searched of a transcript: all but sentences that the show repeats, and lists of services to listen on, at
 * least one of them an app, which hosts say in almost every episode. Blanks stand instead, so that offsets stay.
 */
export function searchedSpeech({ text, repeated = [] }: Spoken): string {
  let searched = '';
  let at = 0;
  for (const { start, end } of repeated) {
    searched += text.slice(at, start) + ' '.repeat(end - start);
    at = end;
  }
  const left = searched + text.slice(at);
  return left.replace(LIST, (list) => (APP.test(list) ? ' '.repeat(list.length) : list));
}

/** Calls `mark` with what is searched, and returns the whole text with its marks. */
export function markSearched(spoken: Spoken, mark: (searched: string) => string): string {
  const { text } = spoken;
  const searched = searchedSpeech(spoken);
  const marked = mark(searched);
  if (searched === text) return marked;
  const parts = marked.split(MARKS);
  let at = 0;
  return parts
    .map((part) => {
      if (part === MATCH_START || part === MATCH_END) return part;
      const own = text.slice(at, at + part.length);
      at += part.length;
      return own;
    })
    .join('');
}

const MARKS = new RegExp(`([${MATCH_START}${MATCH_END}])`);
