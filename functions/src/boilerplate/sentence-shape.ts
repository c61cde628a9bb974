/** Length of the start of a sentence that is examined, UTF-16 code units. */
const LOOKED_AT = 600;
/** A timestamp at the start of a line, as of a chapter. */
const TIME_STAMP = /^[\s\-–—•*·([]{0,5}(?:\d{1,2}:)?\d{1,3}:\d{2}/u;
/** A word of a link, an address or an account. */
const LINKED = /[./@][\p{L}\d]/u;
const LETTERS = /\p{L}[\p{L}\p{M}'’.-]*/gu;
const SHORT_WORD = 3;
const LONGEST_NAME_WORDS = 12;

function start(sentence: string): string {
  return sentence.slice(0, LOOKED_AT);
}

export function isTimed(sentence: string): boolean {
  return TIME_STAMP.test(sentence);
}

export function hasLink(sentence: string): boolean {
  return LINKED.test(start(sentence));
}

/** How many words stand outside links. */
export function wordsBesideLinks(sentence: string): number {
  const words = start(sentence).split(/\s+/u);
  return words.filter((word) => /\p{L}/u.test(word) && !LINKED.test(word)).length;
}

/** True for names and headlines: all words but short ones have a capital. */
export function isNameLike(sentence: string): boolean {
  const words = start(sentence).match(LETTERS) ?? [];
  return (
    words.length <= LONGEST_NAME_WORDS &&
    words.every((word) => word.length <= SHORT_WORD || /^[\p{Lu}\p{Lt}]/u.test(word))
  );
}
