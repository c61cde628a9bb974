import { DIVIDER, tokensOf } from '../../query/tokenize.ts';
import { type SearchedTexts, WRITTEN_TEXTS, type WrittenText } from '../../query/fields.ts';
import { NONE } from './keyword-tree.ts';

export interface TokenRows {
  /** The number of every token, from 0, in the order of first occurrence. */
  vocabulary: ReadonlyMap<string, number>;
  /** Tokenizes {@link WRITTEN_TEXTS}, further texts, then the transcript; {@link NONE} ends each text. */
  add(texts: SearchedTexts): Int32Array;
}

export function createTokenRows(): TokenRows {
  const vocabulary = new Map<string, number>();
  const numberOf = (word: string) => {
    let number = vocabulary.get(word);
    if (number === undefined) vocabulary.set(word, (number = vocabulary.size));
    return number;
  };
  return {
    vocabulary,
    add(texts) {
      const { more = [], said } = texts;
      const numbers: number[] = [];
      const written = WRITTEN_TEXTS.map((text) => texts[text] ?? '');
      for (const text of [...written, ...more, ...(said === undefined ? [] : [said])]) {
        for (const word of tokensOf(text)) numbers.push(numberOf(word));
        numbers.push(NONE);
      }
      return Int32Array.from(numbers);
    },
  };
}

/** A view, not a copy. */
export function writtenTokens(row: Int32Array, { said }: Pick<SearchedTexts, 'said'>): Int32Array {
  return said === undefined ? row : row.subarray(0, row.lastIndexOf(NONE, row.length - 2) + 1);
}

export function tokensOfText(row: Int32Array, text: WrittenText): Int32Array {
  let start = 0;
  for (let before = WRITTEN_TEXTS.indexOf(text); before > 0; before -= 1) {
    start = row.indexOf(NONE, start) + 1;
  }
  return row.subarray(start, row.indexOf(NONE, start));
}

/** Without other spellings of the text. */
export function ownTokensOf(
  tokens: Int32Array,
  vocabulary: ReadonlyMap<string, number>,
): Int32Array {
  const divider = vocabulary.get(DIVIDER);
  const end = divider === undefined ? NONE : tokens.indexOf(divider);
  return end === NONE ? tokens : tokens.subarray(0, end);
}
