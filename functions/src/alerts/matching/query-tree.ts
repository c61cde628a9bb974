import { FIELD_NAMES, QUERY_FIELDS, type QueryField } from '../../query/fields.ts';
import { isPhrase, planOfKey } from '../../query/normalize-query.ts';
import { type Term, termKey } from '../../query/plan-query.ts';
import { selectiveTerms, phrasesFor } from './selective-terms.ts';
import { type KeywordTree, NONE, plantKeywordTree, type TreePhrase } from './keyword-tree.ts';
import { tokensOfText } from './token-rows.ts';
import { createQueryProgram, placeIfAnswered } from './query-program.ts';

/** Queries that are looked for in rows of tokens. */
export interface QueryTree {
  /**
   * The places (from 0, in the order they were given) of the queries that a row of tokens answers,
   * each once, in no particular order.
   * @param written How many of the tokens, the first, are of what is written; the others are said.
   */
  answeredBy(row: Int32Array, written?: number): number[];
}

/** What is looked for in one field. */
interface Sought {
  phrases: TreePhrase[];
  /** By phrase: the number of the term it stands for; or, below 0, the query that it is (`~place`). */
  meant: number[];
}

/**
 * A tree of queries in their normal form (`normalizeKeyword`, `normalizeQuery`), each given once. It
 * is walked along each text. For a query that is more than one phrase, every term is planted; when one
 * of its covering terms is found, the others are checked.
 * @param vocabulary The number of every token, from 0, in the order in which they first came up.
 */
export function plantQueryTree(
  queries: Iterable<string>,
  vocabulary: ReadonlyMap<string, number>,
): QueryTree {
  const sought = new Map<QueryField, Sought>();
  /** By field and the numbers of its tokens: the term that the whole of a text stands for. */
  const wholes = new Map<QueryField, Map<string, number>>();
  const terms = new Map<string, number>();
  /** By term: where the queries begin that this term may answer. */
  const covers: number[][] = [];

  function numberOf(term: Term): number {
    const key = termKey(term);
    let number = terms.get(key);
    if (number === undefined) {
      terms.set(key, (number = covers.length));
      covers.push([]);
      if (term.whole) {
        const numbers = term.words.map((word) => vocabulary.get(word) ?? NONE).join();
        getOrAdd(wholes, term.field, () => new Map()).set(numbers, number);
        return number;
      }
      const { phrases, meant } = getOrAdd(sought, term.field, noneSought);
      for (const phrase of phrasesFor(term, vocabulary)) {
        phrases.push(phrase);
        meant.push(number);
      }
    }
    return number;
  }

  const planted = createQueryProgram(numberOf);
  let place = 0;
  for (const query of queries) {
    const plan = isPhrase(query) ? null : planOfKey(query);
    if (plan === null) {
      const { phrases, meant } = getOrAdd(sought, 'text', noneSought);
      phrases.push(query);
      meant.push(~place);
    } else {
      const covering = selectiveTerms(plan, vocabulary);
      const start = covering.length === 0 ? NONE : planted.add(place, plan);
      for (const term of covering) covers[numberOf(term)]?.push(start);
    }
    place += 1;
  }

  const program = planted.end();
  const covered = rowsOf(covers);
  // By term, the number of the row that it was last found in, from 1.
  const mentionedIn = new Int32Array(covers.length);
  const treeOf = (field: QueryField) => plantTree(sought.get(field), vocabulary);
  const tree = treeOf('text');
  const fields = FIELD_NAMES.flatMap((field) => {
    const [treeOfField, whole] = [treeOf(field), wholes.get(field)];
    const { text } = QUERY_FIELDS[field];
    return treeOfField === null && whole === undefined ? [] : [{ text, tree: treeOfField, whole }];
  });
  let rows = 0;

  /** Notes which terms stand in the tokens, and adds the queries that are phrases. */
  function find(of: FieldTree | null, tokens: Int32Array, places: number[], found: number[]) {
    if (of === null) return;
    for (const phrase of of.mentionedIn(tokens)) {
      const term = of.meant[phrase] ?? NONE;
      if (term < 0) places.push(~term);
      else if (mentionedIn[term] !== rows) {
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
        const all = whole?.get(tokens.join());
        if (all !== undefined) mentionedIn[all] = rows;
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

/** Lists of numbers, one after the other, and where each begins. */
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

/** Null where nothing is looked for. */
function plantTree(
  { phrases, meant } = noneSought(),
  vocabulary: ReadonlyMap<string, number>,
): FieldTree | null {
  if (phrases.length === 0) return null;
  return { meant: Int32Array.from(meant), ...plantKeywordTree(phrases, vocabulary) };
}
