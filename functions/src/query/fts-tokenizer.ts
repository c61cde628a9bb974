/**
 * Characters that FTS5's `unicode61` (Unicode 6.1) treats as letters although later versions of
 * Unicode made them signs: emoji, marks of writing direction (phones put them around names), and
 * currency signs. They would otherwise stick to the word beside them ("🤖AI"), and a search for a
 * newer emoji would behave differently from one for an older emoji.
 */
const NEWER_SIGNS: readonly (readonly [first: number, last: number])[] = [
  [0x2066, 0x2069],
  [0x20ba, 0x20cf],
  [0x1f000, 0x1f0ff],
  [0x1f10d, 0x1faff],
];

function separators(): string {
  const signs: number[] = [];
  for (const [first, last] of NEWER_SIGNS) {
    for (let sign = first; sign <= last; sign += 1) signs.push(sign);
  }
  return String.fromCodePoint(...signs);
}

/**
 * The tokenizer of the full-text index, as FTS5 wants it between double quotes. Part of the schema:
 * a change needs a migration that rebuilds the index, and `npx tsx tools/commands/make-token-table.ts`.
 */
export const FTS_TOKENIZER = `unicode61 remove_diacritics 2 separators '${separators()}'`;
