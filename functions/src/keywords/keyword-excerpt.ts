import { excerpt, EXCERPT_LENGTH, type Match, MATCH_END, MATCH_START } from './excerpt.ts';
import { beginsWord, endOfPhrase, tokenPattern } from './keyword-tokens.ts';
import { planOfKey } from './question-key.ts';
import { wantedPhrases, wantedSaid } from './question-plan.ts';

/**
 * What a search for the keyword shows of a description: an excerpt around the first match with the
 * contract's highlight markers, or the beginning where nothing matches.
 * @param keyword Its normal form (`normaliseKeyword`, `normaliseQuestion`).
 */
export function keywordExcerpt(description: string, keyword: string): string {
  const plan = planOfKey(keyword);
  return textsFor(plan === null ? [] : wantedPhrases(plan)).excerptOf(description);
}

/** Marks in a transcript what a search for the keyword (in normal form) marks: see {@link markerOf}. */
export function saidMarker(keyword: string): (text: string) => string {
  const plan = planOfKey(keyword);
  return markerOf(plan === null ? [] : wantedSaid(plan));
}

/** What a search makes of an episode's texts. They must be composed (NFC), as the catalogue's are. */
export interface FoundTexts {
  /** What is shown of its notes: see {@link keywordExcerpt}. */
  excerptOf: (notes: string) => string;
  /** Whether something that was searched for stands in a text. */
  holds: (text: string) => boolean;
}

/**
 * For a search for these phrases (of normal form; a star behind one says that its last word is the
 * beginning of one).
 */
export function textsFor(phrases: readonly string[]): FoundTexts {
  const wanted = wantedOnes(phrases);
  if (wanted.length === 0) return { excerptOf: (notes) => excerpt(notes, []), holds: () => false };
  const firstWords = firstWordsOf(wanted);
  return {
    excerptOf: (notes) => excerpt(notes, matchesIn(notes, wanted, firstWords, EXCERPT_LENGTH)),
    holds: (text) => text !== '' && matchesIn(text, wanted, firstWords, 0).length > 0,
  };
}

/**
 * Puts every match of the phrases (of normal form) between `MATCH_START` and `MATCH_END`, as FTS5's
 * `highlight` does.
 */
export function markerOf(phrases: readonly string[]): (text: string) => string {
  const wanted = wantedOnes(phrases);
  if (wanted.length === 0) return (text) => text;
  const firstWords = firstWordsOf(wanted);
  return (text) => {
    let marked = '';
    let done = 0;
    for (const { start, end } of matchesIn(text, wanted, firstWords)) {
      marked += text.slice(done, start) + MATCH_START + text.slice(start, end) + MATCH_END;
      done = end;
    }
    return marked + text.slice(done);
  };
}

interface Wanted {
  words: string[];
  beginning: boolean;
}

function wantedOnes(phrases: readonly string[]): Wanted[] {
  return phrases.filter((phrase) => phrase !== '').map(wantedOf);
}

function firstWordsOf(wanted: readonly Wanted[]): RegExp {
  return tokenPattern(wanted.map(({ words: [first = ''] }) => first));
}

function wantedOf(phrase: string): Wanted {
  const beginning = phrase.endsWith('*');
  return { words: (beginning ? phrase.slice(0, -1) : phrase).split(' '), beginning };
}

/**
 * The matches in a text, in order; those that share a word are one.
 * @param reach How far behind the first match others are looked for, UTF-16 code units.
 */
function matchesIn(
  text: string,
  wanted: readonly Wanted[],
  firstWords: RegExp,
  reach = Infinity,
): Match[] {
  const matches: Match[] = [];
  // Not `matchAll`, which copies the pattern for each of a hundred short texts.
  firstWords.lastIndex = 0;
  for (let at = firstWords.exec(text); at !== null; at = firstWords.exec(text)) {
    const start = at.index;
    const [first] = matches;
    if (first !== undefined && start > first.start + reach) break;
    if (!beginsWord(text, start)) continue;
    const end = endOfLongest(text, start, wanted);
    if (end === null) continue;
    const last = matches.at(-1);
    if (last === undefined || start >= last.end) matches.push({ start, end });
    else if (end > last.end) last.end = end;
  }
  return matches;
}

/** Where the longest of the phrases ends that stands at this word; null where none does. */
function endOfLongest(text: string, start: number, wanted: readonly Wanted[]): number | null {
  let longest: number | null = null;
  for (const { words, beginning } of wanted) {
    const end = endOfPhrase(text, start, words, beginning);
    if (end !== null && (longest === null || end > longest)) longest = end;
  }
  return longest;
}
