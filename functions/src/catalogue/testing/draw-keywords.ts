import {
  countWords,
  MAX_KEYWORD_LENGTH,
  MAX_KEYWORDS,
  MAX_PHRASE_WORDS,
  MAX_SEARCH_WORDS,
} from '../../contract/index.ts';
import { FIELD_NAMES, fieldSign, isFact, isFilter } from '../../query/fields.ts';

const SIGNS = ['', '', '', '+', '-', '-'];
const FIELDS = ['text', 'text', 'text', 'text', 'text', 'show', ...FIELD_NAMES] as const;
/** Languages that some episodes have, and one that no episode has. */
export const DRAWN_FACTS = ['en', 'de', 'pt-BR', 'xx'];
const OPERATORS = [' ', ' ', ' AND ', ' OR ', ' | ', ' NOT '];
const MAX_NESTING = 3;

/**
 * Draws keywords from the whole query syntax, within the limits of a search.
 * @param random Returns numbers from 0 (inclusive) to 1, uniformly distributed.
 * @param words The first words are the most frequent.
 */
export function drawKeywords(random: () => number, words: readonly string[]): string[] {
  const below = (count: number) => Math.floor(random() * count);
  const of = <T>(list: readonly T[]) => list[below(list.length)] as T;
  const word = () => words[Math.floor(words.length * random() ** 2)] ?? '';
  const [most, longest] = [1 + below(MAX_KEYWORDS * 2), of([1, 2, 3, 5, MAX_PHRASE_WORDS])];
  const [isSigned, hasFields, hasStars] = [random() < 0.6, random() < 0.4, random() < 0.3];
  const isOneWord = random() < 0.2;
  const hasGroups = random() < 0.4;

  function term(level = 0): string {
    if (hasGroups && level < MAX_NESTING && random() < 0.3) {
      const parts = Array.from({ length: 2 + below(2) }, () => term(level + 1));
      return `${isSigned ? of(SIGNS) : ''}(${parts.join(of(OPERATORS))})`;
    }
    const again = isOneWord ? word() : undefined;
    const phrase = Array.from({ length: 1 + below(longest) }, () => again ?? word());
    const last = phrase.at(-1) ?? '';
    const isBeginning = hasStars && random() < 0.5;
    if (isBeginning) phrase[phrase.length - 1] = last.slice(0, 3);
    const [sign, field] = [isSigned ? of(SIGNS) : '', hasFields ? of(FIELDS) : 'text'];
    if (isFact({ field })) return `${sign}${fieldSign(field)}${of(DRAWN_FACTS)}`;
    // In quotes, an excluded show means the whole name; otherwise a part of it.
    const isPart = sign === '-' && isFilter({ field }) && random() < 0.3;
    const value = isPart ? phrase.join('-') : `"${phrase.join(' ')}"`;
    return `${sign}${fieldSign(field)}${value}${isBeginning ? '*' : ''}`;
  }

  const keywords: string[] = [];
  let left = MAX_SEARCH_WORDS;
  for (let turn = 0; turn < most; turn += 1) {
    const next = term();
    const isJoined = keywords.length > 0 && (random() < 0.4 || keywords.length === MAX_KEYWORDS);
    const before = isJoined ? (keywords.at(-1) ?? '') : '';
    const keyword = before === '' ? next : before + of(OPERATORS) + next;
    left -= countWords(keyword) - countWords(before);
    const isAllowed =
      left >= 0 && countWords(keyword) <= MAX_PHRASE_WORDS && keyword.length <= MAX_KEYWORD_LENGTH;
    if (!isAllowed) break;
    if (isJoined) keywords.pop();
    keywords.push(keyword);
  }
  return keywords.length > 0 ? keywords : [word()];
}
