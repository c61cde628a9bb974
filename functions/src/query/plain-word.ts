import { KIND, kindOf } from './fold-letter.ts';

export const IS_GAP = 0;
/** An ASCII letter or digit. */
export const IS_WORD = 1;
/** An ASCII sign that may belong to words. */
export const IS_JOINT = 2;
const IS_OTHER = 3;
const IS_AND = 4;

/** Covers all code units, so that no read is out of bounds. */
export const kinds = new Uint8Array(0x10000).fill(IS_OTHER, 0x80);
for (let code = 0; code < 0x80; code += 1) {
  const sign = String.fromCharCode(code);
  if (/[\da-z]/i.test(sign)) kinds[code] = IS_WORD;
  else if (/[-.'`+#"]/.test(sign)) kinds[code] = IS_JOINT;
  else if (sign === '&') kinds[code] = IS_AND;
}

/** The bit that distinguishes lower from upper case ASCII letters. Digits have it too. */
export const LOWER = 0x20;
const [DOT, SLASH] = [0x2e, 0x2f];
const OTHER_SLASHES = '／⁄∕';

/**
 * False if an ASCII word may have a capital inside, as OpenAI and JPMorgan.
 * @param cases A bit for each letter, the last one in the place of {@link LOWER}: 1 for lower case and digits.
 */
export function isUsualCase(cases: number, length: number): boolean {
  // Longer words have lost bits. They are hardly names.
  if (length < 3 || length > MAX_CASED_LENGTH) return true;
  const bits = cases >>> 5;
  if ((bits & (bits + 1)) !== 0) return false;
  const later = 2 ** (length - 1) - 1;
  // Lower case; one capital first; all capitals; else capitals with at most one letter behind them (CEOs).
  return bits >= later || bits < 2;
}

const MAX_CASED_LENGTH = 26;

/**
 * True if an ASCII word is a token by itself, which is the usual case.
 * @param next The code unit after the word; 0 at the end of the text.
 */
export function isPlain(text: string, start: number, end: number, next: number): boolean {
  // The word may belong to the name ".NET".
  if (end - start === 3 && start > 0 && text.charCodeAt(start - 1) === DOT) return false;
  if (end === text.length) return true;
  const kind = kinds[next];
  if (kind === IS_GAP) return next !== SLASH || !isBeforeSlash(text, start, end);
  if (kind === IS_AND) return true;
  if (kind === IS_OTHER) {
    if (OTHER_SLASHES.includes(text.charAt(end)) && isBeforeSlash(text, start, end)) return false;
    return end - start > 1 && kindOf(text.codePointAt(end) ?? 0) === KIND.gap;
  }
  if (end - start === 1) return false;
  if (end + 1 >= text.length) return true;
  const behind = text.charCodeAt(end + 1);
  const kindBehind = kinds[behind];
  return kindBehind === IS_OTHER ? kindOf(behind) === KIND.gap : kindBehind !== IS_WORD;
}

/** True for a name in two parts: AC/DC, OS/2. */
function isBeforeSlash(text: string, start: number, end: number): boolean {
  return /[A-Z]/.test(text.charAt(start)) && /[A-Z\d]/.test(text.charAt(end + 1));
}
