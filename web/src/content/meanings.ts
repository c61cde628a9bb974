import { MEANINGS } from './subject.ts';

export { MEANINGS };

export interface MeaningWay {
  label: string;
  keyword: string;
}

const WITH = / with:/;
const AS_NAME = /^name:([\p{L}\p{N}]+)$/u;
/** A capital inside makes a name of it, too: OpenAI. */
const NAME = /^\p{Lu}\p{Ll}+$/u;

/**
 * What a keyword may mean, the plain word first. Null for a keyword with one meaning. A word with a capital that
 * is not listed may be any word or a name.
 */
export function meaningsOf(keyword: string): readonly [MeaningWay, MeaningWay] | null {
  const word = AS_NAME.exec(keyword)?.[1] ?? keyword.split(WITH, 1)[0] ?? '';
  const listed = MEANINGS.find(({ name }) => name.toLowerCase() === word.toLowerCase());
  if (listed !== undefined) {
    const { name, is, words } = listed;
    const some = words.slice(0, 3).join(', ');
    return [
      { label: `Any “${name}”`, keyword: name },
      { label: `Only ${is} (${some} …)`, keyword: meantKeyword(name, words) },
    ];
  }
  if (!NAME.test(word) || WITH.test(keyword)) return null;
  return [
    { label: `The word “${word.toLowerCase()}”, too`, keyword: word },
    { label: 'Only as a name', keyword: `name:${word}` },
  ];
}

export function meantKeyword(name: string, words: readonly string[]): string {
  const terms = words.map((word) => `with:${/^[\p{L}\p{N}]+$/u.test(word) ? word : `"${word}"`}`);
  return [name, ...terms].join(' ');
}

/** Index of the way that the keyword asks for. */
export function wayOf(keyword: string): 0 | 1 {
  return AS_NAME.test(keyword) || WITH.test(keyword) ? 1 : 0;
}
