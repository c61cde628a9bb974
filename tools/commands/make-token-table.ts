import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { inspectTokenizer } from '../../functions/src/query/fixtures/inspect-tokenizer.ts';

/** Generates functions/src/query/token-table.ts from FTS5's treatment of every code point. */

const table = inspectTokenizer();
const ranges = table.ranges.map((range) => range.map((edge) => edge.toString(36)).join('-'));
const file = path.join(import.meta.dirname, '../../functions/src/query/token-table.ts');

writeFileSync(
  file,
  `/* Written by tools/commands/make-token-table.ts from FTS5 itself; tokenize.test.ts holds them together. */

/** Code points that make up tokens: ranges, first and last in base 36. */
export const TOKEN_RANGES =
  '${ranges.join(' ')}';

/** Marks that neither end a token nor become part of it. */
export const DROPPED_MARKS =
  '${table.dropped.map((code) => `\\u${code.toString(16).padStart(4, '0')}`).join('')}';

/** Letters that are stored as different ones: each of the first string as the one at its place in the second. */
export const FOLDED_FROM =
  '${table.folds.map(([from]) => String.fromCodePoint(from)).join('')}';
export const FOLDED_TO =
  '${table.folds.map(([, to]) => String.fromCodePoint(to)).join('')}';
`,
);
console.log(`${String(table.ranges.length)} ranges, ${String(table.folds.length)} folds → ${file}`);
