/** Kinds of code points. From `cjk` on, scripts are indexed by pairs of letters. */
export const KIND = {
  unknown: 0,
  gap: 1,
  /** Signs without a visible form, which are ignored. */
  dropped: 2,
  mark: 3,
  /** Hyphens, dots and apostrophes, which join words if there are letters on both sides. */
  joiner: 4,
  /** Signs that NFKC replaces by several code points. */
  several: 5,
  digit: 6,
  /** Latin, Greek, Cyrillic, and all scripts not listed below. */
  western: 7,
  /** Arabic, Hebrew, Indian scripts. Latin words may follow without a blank. */
  eastern: 8,
  cjk: 9,
  hangul: 10,
  thai: 11,
  lao: 12,
  khmer: 13,
  burmese: 14,
} as const;

export type Kind = (typeof KIND)[keyof typeof KIND];

export function isLetter(kind: Kind): boolean {
  return kind >= KIND.digit;
}

export function isPaired(kind: Kind): boolean {
  return kind >= KIND.cjk;
}

const HYPHENS = '-\u2010\u2011\u058A\u05BE\uFE63\uFF0D';
const DOTS = '.\u2024\uFF0E';
const APOSTROPHES = "'’‘‛ʼʻ´`ꞌ＇";
const MIDDLE_DOTS = '·\u0387\u2027\u30FB\uFF65';
/** Signs that are part of the spelling of a Hebrew word. */
const HEBREW_SIGNS = '׳״';

const joiners = new Map([
  ...Array.from(HYPHENS, (sign) => [sign.codePointAt(0) ?? 0, '-'] as const),
  ...Array.from(DOTS, (sign) => [sign.codePointAt(0) ?? 0, '.'] as const),
  ...Array.from(APOSTROPHES + HEBREW_SIGNS, (sign) => [sign.codePointAt(0) ?? 0, "'"] as const),
  ...Array.from(MIDDLE_DOTS, (sign) => [sign.codePointAt(0) ?? 0, '·'] as const),
]);

export type Joiner = '-' | '.' | "'" | '·';

export function joinerOf(code: number): Joiner | undefined {
  return joiners.get(code);
}

/** The token for `&`, because transcripts spell it out. */
export const AND = 'and';
const AND_SIGNS = ['&', '＆', '﹠'];

/** False if several `&` follow each other (`a && b`). */
export function isAndAt(text: string, at: number): boolean {
  const isSign = (index: number) => AND_SIGNS.includes(text.charAt(index));
  return isSign(at) && !isSign(at - 1) && !isSign(at + 1);
}

/** Treated as gaps, although NFKC would turn them into letters: "Hitman™" is not HitmanTM. */
const TRADE_SIGNS = new Set(Array.from('™℠', (sign) => sign.codePointAt(0)));

const TATWEEL = 0x640;
const HALF_WIDTH_VOICING = [0xff9e, 0xff9f];

/** Ascending ranges; the last code point is inclusive. */
const SCRIPTS: readonly (readonly [first: number, last: number, kind: Kind])[] = [
  [0x0590, 0x0dff, KIND.eastern],
  [0x0e00, 0x0e7f, KIND.thai],
  [0x0e80, 0x0eff, KIND.lao],
  [0x0f00, 0x0fff, KIND.eastern],
  [0x1000, 0x109f, KIND.burmese],
  [0x1100, 0x11ff, KIND.hangul],
  [0x1200, 0x139f, KIND.eastern],
  [0x1780, 0x17ff, KIND.khmer],
  [0x1800, 0x1aaf, KIND.eastern],
  [0x1b00, 0x1c7f, KIND.eastern],
  [0x2e80, 0x31ff, KIND.cjk],
  [0x3400, 0x4dbf, KIND.cjk],
  [0x4e00, 0x9fff, KIND.cjk],
  [0xa000, 0xa4cf, KIND.cjk],
  [0xa8e0, 0xa8ff, KIND.eastern],
  [0xa960, 0xa97f, KIND.hangul],
  [0xa9e0, 0xa9ff, KIND.burmese],
  [0xaa60, 0xaa7f, KIND.burmese],
  [0xac00, 0xd7ff, KIND.hangul],
  [0xf900, 0xfaff, KIND.cjk],
  [0xfb1d, 0xfdff, KIND.eastern],
  [0xfe70, 0xfeff, KIND.eastern],
  [0x11000, 0x11fff, KIND.eastern],
  [0x16fe0, 0x18cff, KIND.cjk],
  [0x1aff0, 0x1b2ff, KIND.cjk],
  [0x20000, 0x3ffff, KIND.cjk],
];

function scriptOf(code: number): Kind {
  for (const [first, last, kind] of SCRIPTS) {
    if (code < first) break;
    if (code <= last) return kind;
  }
  return KIND.western;
}

function classify(code: number): Kind {
  if (joiners.has(code)) return KIND.joiner;
  const sign = String.fromCodePoint(code);
  if (/\p{Default_Ignorable_Code_Point}|\p{Cf}/u.test(sign) || code === TATWEEL) {
    return KIND.dropped;
  }
  if (/\p{M}/u.test(sign) || HALF_WIDTH_VOICING.includes(code)) return KIND.mark;
  // These are the vowels and final consonants of decomposed Hangul.
  if (code >= 0x1160 && code <= 0x11ff) return KIND.mark;
  if (TRADE_SIGNS.has(code) || (code >= 0xd800 && code <= 0xdfff)) return KIND.gap;
  const compatible = sign.normalize('NFKC');
  if (compatible !== sign) {
    const only = compatible.codePointAt(0) ?? 0;
    return compatible === String.fromCodePoint(only) ? kindOf(only) : KIND.several;
  }
  if (/\p{Nd}/u.test(sign)) return KIND.digit;
  return /[\p{L}\p{N}]/u.test(sign) ? scriptOf(code) : KIND.gap;
}

const BMP_SIZE = 0x10000;
const kinds = new Uint8Array(BMP_SIZE);

export function kindOf(code: number): Kind {
  if (code >= BMP_SIZE) return classify(code);
  let kind = kinds[code] as Kind;
  if (kind === KIND.unknown) kinds[code] = kind = classify(code);
  return kind;
}

/** Letters that {@link fold} cannot fold by removing their marks. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ı', 'i'],
  ['ħ', 'h'],
  ['ŋ', 'n'],
  ['ŧ', 't'],
  ['ĸ', 'k'],
  ['ǥ', 'g'],
  ['ƒ', 'f'],
  ['ɓ', 'b'],
  ['ɗ', 'd'],
  ['ɖ', 'd'],
  ['ƙ', 'k'],
  ['ƴ', 'y'],
  ['ɨ', 'i'],
  ['ʉ', 'u'],
  ['ɔ', 'o'],
  ['ɛ', 'e'],
  ['ə', 'a'],
  ['ς', 'σ'],
  ['أ', 'ا'],
  ['إ', 'ا'],
  ['آ', 'ا'],
  ['ٱ', 'ا'],
  // Arabic, Persian and Urdu keyboards write the same name with different letters.
  ['ی', 'ي'],
  ['ى', 'ي'],
  ['ے', 'ي'],
  ['ۓ', 'ي'],
  ['ک', 'ك'],
  ['ة', 'ه'],
  ['ۀ', 'ه'],
  ['ہ', 'ه'],
  ['ۂ', 'ه'],
  ['ۃ', 'ه'],
]);

/** Marked letters that are letters of their own: й is not и. */
const OWN_LETTERS = 'йїў';

/** Letters that are also written with two letters: Müller and Mueller, Århus and Aarhus. */
const DIGRAPHS: ReadonlyMap<string, string> = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ø', 'oe'],
  ['å', 'aa'],
  ['đ', 'dj'],
]);

export interface Letter {
  /** The letter without case, stroke and the marks that spellings omit; may be two letters. */
  plain: string;
  /** Like `plain`, but keeps ä ö ü å ø đ. */
  typed: string;
  isCapital: boolean;
}

const DIGRAPH_LETTERS = new RegExp(`[${[...DIGRAPHS.keys()].join('')}]`, 'g');

/** Writes ä ö ü å ø đ with two letters. */
export function withDigraphs(typed: string): string {
  return typed.replace(DIGRAPH_LETTERS, (letter) => DIGRAPHS.get(letter) ?? letter);
}

export function withoutDigraphs(typed: string): string {
  return typed.replace(DIGRAPH_LETTERS, (letter) => letterOf(letter).plain);
}

const letters = new Map<string, Letter>();
const MAX_CACHED = 20_000;

/** @param letter One code point in NFKC. */
export function letterOf(letter: string): Letter {
  let known = letters.get(letter);
  if (known === undefined) {
    if (letters.size >= MAX_CACHED) letters.clear();
    const lower = letter.toLowerCase();
    const plain = fold(letter);
    known = { plain, typed: DIGRAPHS.has(lower) ? lower : plain, isCapital: lower !== letter };
    letters.set(letter, known);
  }
  return known;
}

/** @param code A letter ({@link isLetter}), not necessarily in NFKC. */
export function letterOfCode(code: number): Letter {
  const known = byCode[code];
  if (known !== undefined) return known;
  const letter = letterOf(String.fromCodePoint(code).normalize('NFKC'));
  if (code < BMP_SIZE) byCode[code] = letter;
  return letter;
}

const byCode: (Letter | undefined)[] = [];

function fold(letter: string): string {
  const lower = letter.toLowerCase();
  const known = PLAIN.get(lower);
  if (known !== undefined || OWN_LETTERS.includes(lower)) return known ?? lower;
  if (kindOf(lower.codePointAt(0) ?? 0) !== KIND.western) return lower;
  const bare = lower.normalize('NFD').replace(/\p{M}/gu, '');
  return Array.from(bare, (each) => PLAIN.get(each) ?? each).join('');
}

/** Hebrew and Arabic marks, which tokens omit. */
const OMITTED_MARKS = [
  [0x590, 0x6ff],
  [0x750, 0x77f],
  [0x8a0, 0x8ff],
] as const;

export function losesMarks(letter: string): boolean {
  const code = letter.codePointAt(0) ?? 0;
  const kind = kindOf(code);
  if (kind === KIND.western || kind === KIND.digit) return true;
  return OMITTED_MARKS.some(([first, last]) => code >= first && code <= last);
}
