/** Offsets in UTF-16 code units; `end` is exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** A sentence ends before a capital, a digit, an opening mark or a letter of a script without case. */
const SENTENCE_END =
  /[.!?…。！？]["'”’»)\]]*\s+(?=[\p{Lu}\p{Lt}\p{Lo}\p{N}"'“‘«([¿¡@#*+\-–—•\p{So}])/gu;
const ABBREVIATION =
  /(?:^|[\s("'“])(?:\p{Lu}|\p{Lu}\.\p{Lu}|dr|mr|mrs|ms|st|prof|sen|rep|gov|gen|jr|sr|vs|no|nr|inc|co|ep|vol|feat|ft|etc|approx|z\.b|bl\.a|t\.ex)\.$/iu;
const MAX_ABBREVIATION_LENGTH = 8;

/** Splits at the ends of sentences and lines. Ranges do not include trailing white space. */
export function splitSentences(text: string): TextRange[] {
  const pieces: TextRange[] = [];
  let lineStart = 0;
  for (const line of text.split('\n')) {
    let start = 0;
    for (const { index, 0: end } of line.matchAll(SENTENCE_END)) {
      const next = index + end.length;
      const stop = index + end.trimEnd().length;
      if (isAbbreviation(line, start, index + 1)) continue;
      pieces.push({ start: lineStart + start, end: lineStart + stop });
      start = next;
    }
    const stop = line.trimEnd().length;
    if (stop > start) pieces.push({ start: lineStart + start, end: lineStart + stop });
    lineStart += line.length + 1;
  }
  return pieces;
}

function isAbbreviation(line: string, from: number, to: number): boolean {
  return ABBREVIATION.test(line.slice(Math.max(from, to - MAX_ABBREVIATION_LENGTH), to));
}
