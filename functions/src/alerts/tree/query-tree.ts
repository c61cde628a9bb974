import { FIELD_NAMES, QUERY_FIELDS, type QueryField } from '../../query/fields.ts';
import { isPhrase, planOfKey } from '../../query/normalize-query.ts';
import { type Term, termKey, termPhrases } from '../../query/plan-query.ts';
import { formsOf, isOnlyForm, type Phrase } from '../../query/query-words.ts';
import { selectiveTerms, treePhrases } from './selective-terms.ts';
import { type KeywordTree, NONE, plantKeywordTree, type TreePhrase } from './keyword-tree.ts';
import { ownTokensOf, tokensOfText } from './token-rows.ts';
import { createQueryProgram, placeIfAnswered } from './query-program.ts';

export interface QueryTree {
  /** Indexes of the queries that a row matches; `written`: number of tokens before the transcript's. */
  answeredBy(row: Int32Array, written?: number): number[];
}

interface Sought {
  phrases: TreePhrase[];
  /** For each phrase: number of its term, or `~index` (negative) of the query that is only this phrase. */
  meant: number[];
}

/**
 * A query that is one phrase matches directly; others are evaluated when a selective term is found.
 * @param queries Normalized (`normalizeKeyword`, `normalizeQuery`) and distinct.
 */
export function plantQueryTree(
  queries: Iterable<string>,
  vocabulary: ReadonlyMap<string, number>,
): QueryTree {
  const sought = new Map<QueryField, Sought>();
  /** Terms that must equal a whole text: term numbers by field and joined token numbers. */
  const wholes = new Map<QueryField, Map<string, number[]>>();
  const terms = new Map<string, number>();
  /** Offsets of the queries to evaluate when a term is found, by term number. */
  const covers: number[][] = [];

  function numberOf(term: Term): number {
    const key = termKey(term);
    let number = terms.get(key);
    if (number === undefined) {
      terms.set(key, (number = covers.length));
      covers.push([]);
      if (term.whole) {
        const names = getOrAdd(wholes, term.field, () => new Map<string, number[]>());
        for (const { tokens } of termPhrases(term)) {
          const numbers = tokens.map((token) => vocabulary.get(token) ?? NONE).join();
          getOrAdd(names, numbers, () => []).push(number);
        }
        return number;
      }
      seek(term.field, termPhrases(term), number);
    }
    return number;
  }

  function seek(field: QueryField, some: readonly Phrase[], means: number): void {
    const { phrases, meant } = getOrAdd(sought, field, noneSought);
    for (const each of some) {
      for (const phrase of treePhrases(each, vocabulary)) {
        phrases.push(phrase);
        meant.push(means);
      }
    }
  }

  const planted = createQueryProgram(numberOf);
  let place = 0;
  for (const query of queries) {
    const plan = isPhrase(query) ? null : planOfKey(query);
    if (plan === null) {
      if (isOnlyForm(query)) {
        const { phrases, meant } = getOrAdd(sought, 'text', noneSought);
        phrases.push(query);
        meant.push(~place);
      } else seek('text', formsOf(query.split(' '), { beginning: false }), ~place);
    } else {
      const covering = selectiveTerms(plan, vocabulary);
      const start = covering.length === 0 ? NONE : planted.add(place, plan);
      for (const term of covering) covers[numberOf(term)]?.push(start);
    }
    place += 1;
  }

  const program = planted.end();
  const covered = rowsOf(covers);
  // The last row (counted from 1) in which each term was found.
  const mentionedIn = new Int32Array(covers.length);
  /** The same of each query that is only a phrase. */
  const answeredIn = new Int32Array(place);
  const treeOf = (field: QueryField) => plantTree(sought.get(field), vocabulary);
  const tree = treeOf('text');
  const fields = FIELD_NAMES.flatMap((field) => {
    const [treeOfField, whole] = [treeOf(field), wholes.get(field)];
    const { text } = QUERY_FIELDS[field];
    return treeOfField === null && whole === undefined ? [] : [{ text, tree: treeOfField, whole }];
  });
  let rows = 0;

  /** Records the terms found in `tokens`; adds the queries that are one phrase to `places`. */
  function find(of: FieldTree | null, tokens: Int32Array, places: number[], found: number[]) {
    if (of === null) return;
    for (const phrase of of.mentionedIn(tokens)) {
      const term = of.meant[phrase] ?? NONE;
      if (term < 0) {
        // Several spellings of one query may be found.
        if (answeredIn[~term] === rows) continue;
        answeredIn[~term] = rows;
        places.push(~term);
      } else if (mentionedIn[term] !== rows) {
        mentionedIn[term] = rows;
        found.push(term);
      }
    }
  }

  return {
    answeredBy(row, written = row.length) {
      rows += 1;
      const places: number[] = [];
      const found: number[] = [];
      find(tree, row, places, found);
      for (const { text, tree: treeOfField, whole } of fields) {
        const tokens = text === 'said' ? row.subarray(written) : tokensOfText(row, text);
        find(treeOfField, tokens, places, found);
        const named = whole?.get(ownTokensOf(tokens, vocabulary).join()) ?? [];
        for (const term of named) mentionedIn[term] = rows;
      }
      for (const term of found) {
        const end = covered.starts[term + 1] ?? 0;
        for (let at = covered.starts[term] ?? 0; at < end; at += 1) {
          const start = covered.numbers[at] ?? 0;
          const answered = placeIfAnswered(program, start, mentionedIn, rows);
          if (answered !== NONE) places.push(answered);
        }
      }
      return places;
    },
  };
}

function rowsOf(lists: readonly (readonly number[])[]) {
  const starts = new Int32Array(lists.length + 1);
  for (const [index, list] of lists.entries())
    starts[index + 1] = (starts[index] ?? 0) + list.length;
  return { starts, numbers: Int32Array.from(lists.flat()) };
}

interface FieldTree extends KeywordTree {
  meant: Int32Array;
}

function noneSought(): Sought {
  return { phrases: [], meant: [] };
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, made: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = made()));
  return value;
}

function plantTree(
  { phrases, meant } = noneSought(),
  vocabulary: ReadonlyMap<string, number>,
): FieldTree | null {
  if (phrases.length === 0) return null;
  return { meant: Int32Array.from(meant), ...plantKeywordTree(phrases, vocabulary) };
}
