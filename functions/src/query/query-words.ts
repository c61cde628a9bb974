import {
  AND,
  isAndAt,
  isLetter,
  isPaired,
  KIND,
  kindOf,
  withDigraphs,
  withoutDigraphs,
} from './fold-letter.ts';
import { pairsOf, pairsOfWords } from './paired-letters.ts';
import { type Piece, readChunk, withTokenSigns } from './read-chunk.ts';
import { HEAD_LETTERS } from './tokenize.ts';
import {
  compoundsOf,
  splitAtCapitals,
  splitAtDots,
  waysAtDots,
  withInnerCapitals,
  withoutInnerCapitals,
  withoutInnerDots,
} from './read-words.ts';
import { withSameLetters } from './same-letters.ts';

/** Join the parts of a word that is also written as one word: Wal-Mart, AC/DC. */
const [JOINT, SLASH] = ['-', '／'];
const JOINTS = /[-／]/;

/** ASCII words with single blanks, which need no folding: the usual case. */
const SIMPLE = /^[\dA-Za-z][\da-z]*(?: [\dA-Za-z][\da-z]*)*$/;
const SIMPLE_CAPITALS = /^[\dA-Z]+(?: [\dA-Z]+)*$/;

/**
 * The normal form of a phrase, from which {@link formsOf} derives tokens. Folds all letters except ä ö ü å ø đ. A
 * hyphen joins parts that are also written as one word, a full-width slash those of AC/DC. A capital begins a word
 * within a name (`openAi`), a dot a word that may be part of an acronym (`co.uk`). Scripts without blanks are not yet
 * split into pairs.
 * Idempotent: the words joined by blanks give the same words.
 * @param whole True if the words are a whole text. Otherwise `&` is a word only between words.
 */
export function queryWords(text: string, whole = false): string[] {
  if (SIMPLE.test(text) || SIMPLE_CAPITALS.test(text)) return text.toLowerCase().split(' ');
  const words: string[] = [];
  let ands: string[] = [];
  for (let at = 0; at < text.length;) {
    const code = text.codePointAt(at) ?? 0;
    const kind = kindOf(code);
    if (!isLetter(kind) && kind !== KIND.several) {
      if (isAndAt(text, at)) ands.push(AND);
      at += code > 0xffff ? 2 : 1;
      continue;
    }
    const pieces: Piece[] = [];
    at = Math.max(readChunk(text, at, pieces), at + 1);
    if (pieces.length > 0) {
      if (whole || words.length > 0) words.push(...ands);
      ands = [];
    }
    for (const { parts, joined } of compoundsOf(text, pieces, true)) {
      const written = parts.map((part) => withInnerCapitals(text, part));
      const joint = parts[0]?.behind === '/' ? SLASH : JOINT;
      if (joined > 0) words.push(written.splice(0, joined).join(joint));
      words.push(...written);
    }
  }
  if (whole) words.push(...ands);
  return words.filter((word) => word !== '');
}

/** Returns the part after the last hyphen or slash, to which a star applies. */
export function lastPart(word: string): string {
  return word.split(JOINTS).at(-1) ?? '';
}

export function hasWord(text: string): boolean {
  return /[a-z\d]/i.test(text) || queryWords(text).length > 0;
}

/** A capital of a normal form, unlike those of `AND` and `OR`. */
const CAPITALS = /(?<=[\p{Ll}\p{Lo}\p{N}\p{M}])\p{Lu}+/gu;

/**
 * Converts to the normal form of version 1.1, which had no boundaries within words. Firestore has hashes of it: a
 * change would send episodes twice.
 */
export function withoutBoundaries(normalized: string): string {
  if (/^[a-z\d -]*$/.test(normalized)) return normalized;
  return withoutInnerDots(normalized.replace(CAPITALS, withoutInnerCapitals)).replaceAll(
    SLASH,
    ' ',
  );
}

/** Converts to an older normal form, without ä ö ü å ø đ and hyphens. */
export function plainWords(normalized: string): string {
  return withoutDigraphs(withoutBoundaries(normalized)).replaceAll(JOINT, ' ');
}

export interface Phrase {
  tokens: readonly string[];
  beginning: boolean;
}

/** Without those of {@link namesOf}, which are at most six. */
export const MAX_FORMS = 8;

interface FormOptions {
  beginning: boolean;
  /** True if the text may have no other words. */
  whole?: boolean | undefined;
}

/** Every text that matches the words contains one of these phrases. The unchanged words come first. */
export function formsOf(words: readonly string[], { beginning, whole }: FormOptions): Phrase[] {
  const isName = words.length > 1 && whole !== true;
  if (words.every(isOnlyForm)) {
    const names = isName ? namesOf(words) : [];
    return [words, ...names].map((tokens) => ({ tokens, beginning }));
  }
  const last = words.at(-1) ?? '';
  const groups = groupWords(words.map(withSameLetters)).map((group, at, all) =>
    listSpellings(group, {
      isInner: whole === true || at + 1 < all.length,
      beginning: beginning && at + 1 === all.length,
    }),
  );
  let forms: string[][] = [[]];
  // The last spelling of every group, joined. The limit must not cut this form off.
  const other: string[] = [];
  for (const ways of groups) {
    const [first = [], ...others] = ways;
    const room = MAX_FORMS - forms.length;
    // Sliced before copying, so that time grows only with the length of the phrase.
    const more = others
      .flatMap((way) => forms.map((form) => ({ form, way })))
      .slice(0, room)
      .map(({ form, way }) => [...form, ...way]);
    for (const form of forms) form.push(...first);
    forms = [...forms, ...more];
    other.push(...(ways.at(-1) ?? []));
  }
  const some = forms.length < MAX_FORMS ? forms : [...forms.slice(0, MAX_FORMS - 1), other];
  const names = isName ? namesOf(some[0] ?? []) : [];
  const distinct = distinctWays([...some, ...names]);
  const isOne = whole !== true && isPairedWord(last) && lettersOf(last).length === 1;
  const isBegun = isPairedWord(last) ? isOne : beginning;
  return distinct.map((tokens) => ({ tokens, beginning: isBegun }));
}

const MAX_NAME_WORDS = 4;
const IN_NAME = /^\p{L}\p{M}*[\p{L}\p{M}\p{N}]*$/u;

/** Lists the forms in which adjacent words of a short phrase are a name with capitals inside: SamAltman. */
export function namesOf(tokens: readonly string[]): string[][] {
  const { length } = tokens;
  if (length < 2 || length > MAX_NAME_WORDS) return [];
  const mayBeIn = tokens.map((token) => IN_NAME.test(token) && token.toUpperCase() !== token);
  const forms: string[][] = [];
  for (let end = length; end > 1; end -= 1) {
    for (let from = 0; from + 1 < end; from += 1) {
      if (!mayBeIn.slice(from, end).every(Boolean)) continue;
      const name = tokens.slice(from, end);
      forms.push([...tokens.slice(0, from), ...pairsOfWords(name), ...tokens.slice(end)]);
    }
  }
  return forms;
}

/** Groups words that are also written as one: initials (`j p`), a word before a number (`gpt 4o`), and `5 g`. */
function groupWords(words: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group === undefined || before === undefined || !areOneName(before, word, group.length)) {
      groups.push([word]);
    } else group.push(word);
  }
  return groups;
}

function areOneName(before: string, word: string, grouped: number): boolean {
  if (INITIAL.test(word)) return INITIAL.test(before) || (grouped === 1 && NUMBER.test(before));
  return grouped === 1 && DIGITS.test(word) && LETTERS.test(before);
}

const ONLY_FORM = /^[a-z]{2,}(?: [a-z]{2,})*$/;

/** True if a phrase in normal form has only one spelling, as most phrases do. */
export function isOnlyForm(phrase: string): boolean {
  return ONLY_FORM.test(phrase);
}

const ONLY_WAY = /^[a-z]+$/;
const INITIAL = /^[a-z]$/;
const LETTERS = /^\p{L}+$/u;
const DIGITS = /^\d[^-／]*$/;
const NUMBER = /^\d{1,3}$/;
const NUMBERED = /^(\p{L}{2,})(\d[\p{L}\d]*)$/u;

interface GroupPlace {
  /** True if the phrase continues after the group, or the text must end there. */
  isInner: boolean;
  /** True if the last word is a prefix. */
  beginning: boolean;
}

function listSpellings(group: readonly string[], { isInner, beginning }: GroupPlace): string[][] {
  const [only = '', ...others] = group;
  if (others.length === 0 && ONLY_WAY.test(only)) return [[only]];
  const parts = group.flatMap((word) => word.split(JOINTS));
  // Of more than two words between dots, a text never joins the first ones: will.i.am is not William.
  const isJoined = parts.length > 1 && parts.every((part) => splitAtDots(part).length === 1);
  const ways = [parts, ...(isJoined ? [[parts.join('')]] : [])];
  const [, letters, digits] = NUMBERED.exec(parts.length === 1 ? (parts[0] ?? '') : '') ?? [];
  if (letters !== undefined && digits !== undefined) {
    ways.push([letters, digits]);
  }
  const spellings = ways
    .flatMap((way) => waysWithin(way, beginning))
    .flatMap((way) => {
      const plain = way.map(withoutDigraphs);
      const other = way.map(withDigraphs);
      return other.join(' ') === plain.join(' ') ? [plain] : [plain, other];
    });
  return distinctWays(
    spellings.map((way) =>
      way.flatMap((word, at) => tokensOfWord(word, isInner || at + 1 < way.length)),
    ),
  );
}

function distinctWays(ways: readonly string[][]): string[][] {
  return [...new Map(ways.map((way) => [way.join(' '), way])).values()];
}

const HAS_BOUNDARY = /[.\p{Lu}]/u;

/** Splits words at their inner dots and capitals, or not, unless a prefix would become too short. */
function waysWithin(way: string[], beginning: boolean): string[][] {
  if (!way.some((word) => HAS_BOUNDARY.test(word))) return [way];
  let read: string[][] = [[]];
  for (const word of way) {
    const more = waysOfWord(word).flatMap((parts) => read.map((before) => [...before, ...parts]));
    read = distinctWays(more).slice(0, MAX_FORMS);
  }
  const other = way.flatMap((word) => splitAtCapitals(withoutInnerDots(word)));
  const long = distinctWays([...read, other]).filter(
    (each) => !beginning || (each.at(-1) ?? '').length >= HEAD_LETTERS,
  );
  return long.length > 0 ? long : [way.map((word) => withoutInnerDots(withoutInnerCapitals(word)))];
}

/** A word has inner dots, inner capitals or neither. */
function waysOfWord(word: string): string[][] {
  if (word.includes('.')) return waysAtDots(word);
  const joined = withoutInnerCapitals(word);
  return joined === word ? [[word]] : [[joined], splitAtCapitals(word)];
}

function tokensOfWord(word: string, isInner: boolean): string[] {
  const kind = kindOf(word.codePointAt(0) ?? 0);
  if (!isPaired(kind)) return [withTokenSigns(word)];
  const letters = lettersOf(word);
  const pairs = pairsOf(letters, kind);
  const endsAlone = kind !== KIND.hangul && letters.length > 1 && !isInner;
  return endsAlone ? pairs.slice(0, -1) : pairs;
}

function isPairedWord(word: string): boolean {
  return isPaired(kindOf(word.codePointAt(0) ?? 0));
}

function lettersOf(word: string): string[] {
  return word.match(/\P{M}\p{M}*/gu) ?? [];
}
