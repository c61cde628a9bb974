import Database from 'libsql';
import * as z from 'zod/mini';
import { FTS_TOKENIZER } from './fts-tokenizer.ts';

/** What the tokenizer does with single code points. */
export interface TokenizerBehaviour {
  /** Code points that make up tokens, as closed ranges in ascending order. */
  ranges: [first: number, last: number][];
  /** Code points that neither end a token nor become part of it. */
  dropped: number[];
  /** Code points outside ASCII that are stored as a different one. */
  folds: [from: number, to: number][];
}

const instances = z.array(z.tuple([z.number(), z.string(), z.number()]));

/**
 * Asks FTS5 itself how it treats the code points up to `last`, by letting it tokenize `q<code
 * point>z` for each. All of them take seconds: it is for the script that writes token-table.ts, and
 * for the test that compares the two.
 */
export function inspectTokenizer(last = 0x10ffff): TokenizerBehaviour {
  const database = new Database(':memory:');
  database.exec(`
    CREATE VIRTUAL TABLE probe USING fts5(text, tokenize = "${FTS_TOKENIZER}");
    CREATE VIRTUAL TABLE tokens USING fts5vocab(probe, instance);
    BEGIN`);
  const insert = database.prepare('INSERT INTO probe (rowid, text) VALUES (?, ?)');
  for (let code = 1; code <= last; code += 1) {
    if (code < 0xd800 || code > 0xdfff) insert.run(code, `q${String.fromCodePoint(code)}z`);
  }
  const found = instances.parse(
    database.prepare('SELECT doc, term, "offset" FROM tokens WHERE "offset" = 0').raw().all(),
  );
  database.close();

  const behaviour: TokenizerBehaviour = { ranges: [], dropped: [], folds: [] };
  for (const [code, term] of found.sort(([left], [right]) => left - right)) {
    if (term === 'q') continue; // it ended the token
    const storedAs = term.slice(1, -1).codePointAt(0);
    if (storedAs === undefined) {
      behaviour.dropped.push(code);
      continue;
    }
    const range = behaviour.ranges.at(-1);
    if (range?.[1] === code - 1) range[1] = code;
    else behaviour.ranges.push([code, code]);
    if (storedAs !== code && code > 0x7f) behaviour.folds.push([code, storedAs]);
  }
  return behaviour;
}
