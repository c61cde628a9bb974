import Database from 'libsql';
import * as z from 'zod';
import type { SearchedTexts } from '../../../query/fields.ts';
import { anyExpression } from '../../../query/fts-expression.ts';
import { planOfKey } from '../../../query/normalize-query.ts';
import {
  isAnywhere,
  isTranscriptTerm,
  type QueryPlan,
  type Term,
  termKey,
  termPhrases,
  wantedStands,
  wantedTerms,
  wholeTokens,
} from '../../../query/plan-query.ts';
import { isOnlyForm } from '../../../query/query-words.ts';
import { foldedText, ownTokens } from '../../../query/tokenize.ts';
import { createTextSets, type TextSet } from './text-set.ts';
import { type Connection, prepared } from './sqlite-database.ts';
import {
  createIndex,
  NOTES_COLUMNS,
  notesTexts,
  SEARCH_INDEXES,
  type SearchIndex,
} from './text-indexes.ts';

/** Texts of episodes, which many queries are matched with. */
export interface MatchedTexts {
  /**
   * Adds a text. Texts are numbered from 0 in the order of the calls. Not to be called after the first
   * `foundBy`.
   */
  add(texts: SearchedTexts): void;
  /**
   * Yields the queries that match, each once and in any order, with the numbers of their texts, ascending.
   * @param queries Normal forms (`normalizeKeyword`, `normalizeQuery`).
   * @param spoken False: transcripts are not matched.
   */
  foundBy(
    queries: Iterable<string>,
    spoken: boolean,
  ): Generator<readonly [query: string, texts: readonly number[]]>;
  /** Forgets the texts. */
  close(): void;
}

const INSERT_NOTES = `
  INSERT INTO episodes_fts (rowid, ${NOTES_COLUMNS.join(', ')})
  VALUES (?, ${NOTES_COLUMNS.map(() => '?').join(', ')})`;
const INSERT_SPOKEN = 'INSERT INTO spoken_fts (rowid, text) VALUES (?, ?)';

/** The words of all texts; null if they are too many to be kept. */
type Words = ReadonlySet<string> | null;

const MOST_WORDS = 500_000;
const WORDS = SEARCH_INDEXES.map((index) => `SELECT term FROM ${index}_words`).join(' UNION ');
const COUNT_WORDS = `SELECT count(*) FROM (SELECT 1 FROM (${WORDS}) LIMIT ${MOST_WORDS + 1})`;
const ALL_WORDS = `SELECT json_group_array(term) FROM (${WORDS})`;

/** Expressions that are looked up by one statement. */
const TOGETHER = 500;
const matching = (index: SearchIndex) =>
  `SELECT rowid AS id FROM ${index} WHERE ${index} MATCH value`;
const lookUp = (sql: string) => `
  SELECT json_group_array(json((SELECT json_group_array(id) FROM (${sql})))) FROM json_each(?)`;
/** Statements that look up expressions, by the indexes that they read. */
const LOOK_UP = {
  written: lookUp(matching('episodes_fts')),
  spoken: lookUp(matching('spoken_fts')),
  both: lookUp(`${matching('episodes_fts')} UNION ${matching('spoken_fts')} ORDER BY 1`),
};
type Indexes = keyof typeof LOOK_UP;

type Lookup = readonly [key: string, expression: string];

const numbersOfEach = z.array(z.array(z.number()));

const toFts = (index: SearchIndex, command: 'optimize' | 'delete-all') =>
  `INSERT INTO ${index} (${index}) VALUES ('${command}')`;

/** From this number of texts on, merging an index into one segment pays: phrases are found a third faster. */
const MANY_TEXTS = 500;

/** Queries whose terms are looked up together. */
const QUERIES_TOGETHER = 1_000;

/** Emptied connections for reuse: opening one takes longer than matching a small batch. */
const free: Connection[] = [];

function openConnection(): Connection {
  const connection = new Database(':memory:');
  for (const index of SEARCH_INDEXES) {
    connection.exec(createIndex(index));
    connection.exec(`CREATE VIRTUAL TABLE ${index}_words USING fts5vocab(${index}, row)`);
  }
  return connection;
}

/**
 * Indexes texts in memory, with the indexes of a search. Each term is looked up once for many queries; then
 * set operations on the found texts tell which queries match, so that a query costs only its terms.
 */
export function openMatchedTexts(): MatchedTexts {
  /** Undefined before the first text. */
  let begun: Connection | undefined;
  const shows: string[] = [];
  let hasSpeech = false;
  let words: Words | undefined;
  let named: Map<string, number[]> | undefined;

  function connection(): Connection {
    if (begun === undefined) {
      begun = free.pop() ?? openConnection();
      begun.exec('BEGIN');
    }
    return begun;
  }

  function wordsNow(): Words {
    if (words !== undefined) return words;
    connection().exec('COMMIT');
    if (shows.length >= MANY_TEXTS)
      for (const index of SEARCH_INDEXES) connection().exec(toFts(index, 'optimize'));
    words = wordsOf(connection());
    return words;
  }

  function* lookedUp(indexes: Indexes, asked: readonly Lookup[]) {
    for (let start = 0; start < asked.length; start += TOGETHER) {
      const some = asked.slice(start, start + TOGETHER);
      const expressions = JSON.stringify(some.map(([, expression]) => expression));
      const answer = numbersOfEach.parse(single(connection(), LOOK_UP[indexes], expressions));
      for (const [at, numbers] of answer.entries()) {
        const [key] = some[at] ?? [];
        if (key !== undefined && numbers.length > 0) yield [key, numbers] as const;
      }
    }
  }

  /** Numbers of the texts whose show has exactly the term's name. */
  function textsNamed(term: Term): number[] {
    named ??= byName(shows);
    return termPhrases(term).flatMap(({ tokens }) => named?.get(tokens.join(' ')) ?? []);
  }

  function* foundByPlans(plans: readonly (readonly [string, QueryPlan])[], spoken: boolean) {
    const sets = createTextSets(shows.length);
    const terms = new Map(
      plans
        .flatMap(([, plan]) => [...wantedTerms(plan), ...plan.not])
        .map((term) => [termKey(term), term]),
    );
    const found = new Map<string, TextSet>();
    const asked: Record<Indexes, Lookup[]> = { written: [], spoken: [], both: [] };
    for (const [key, term] of terms) {
      if (term.whole) found.set(key, sets.of(textsNamed(term)));
      else if (spoken || !isTranscriptTerm(term))
        asked[indexesOf(term, spoken)].push([key, anyExpression([term])]);
    }
    for (const indexes of ['written', 'spoken', 'both'] as const) {
      for (const [key, numbers] of lookedUp(indexes, asked[indexes]))
        found.set(key, sets.of(numbers));
    }
    const textsOf = (term: Term) => found.get(termKey(term)) ?? sets.none;
    for (const [query, { all, oneOf, not }] of plans) {
      const numbers = sets.numbersIn(
        sets.without(
          sets.common([
            ...all.map(textsOf),
            ...oneOf.map((choices) =>
              sets.any(choices.map((each) => sets.common(each.map(textsOf)))),
            ),
          ]),
          sets.any(not.map(textsOf)),
        ),
      );
      if (numbers.length > 0) yield [query, numbers] as const;
    }
  }

  return {
    add(texts) {
      const id = BigInt(shows.push(texts.podcast) - 1);
      prepared(connection(), INSERT_NOTES).run(id, ...notesTexts(texts));
      if (texts.said === undefined) return;
      hasSpeech = true;
      prepared(connection(), INSERT_SPOKEN).run(id, foldedText(texts.said));
    },
    *foundBy(queries, alsoSpoken) {
      if (shows.length === 0) return;
      const known = wordsNow();
      const spoken = alsoSpoken && hasSpeech;
      const phrases: Lookup[] = [];
      let plans: [string, QueryPlan][] = [];
      for (const query of queries) {
        if (isOnlyForm(query)) {
          if (mayStand(query.split(' '), known)) phrases.push([query, `"${query}"`]);
          continue;
        }
        const plan = planOfKey(query);
        if (plan === null || !mayMatch(plan, known)) continue;
        plans.push([query, plan]);
        if (plans.length < QUERIES_TOGETHER) continue;
        yield* foundByPlans(plans, spoken);
        plans = [];
      }
      yield* foundByPlans(plans, spoken);
      yield* lookedUp(spoken ? 'both' : 'written', phrases);
    },
    close() {
      if (begun === undefined) return;
      // A large database is closed, as it would keep its memory if it were emptied.
      if (shows.length >= MANY_TEXTS) {
        begun.close();
        return;
      }
      if (words === undefined) begun.exec('ROLLBACK');
      else for (const index of SEARCH_INDEXES) begun.exec(toFts(index, 'delete-all'));
      free.push(begun);
    },
  };
}

function single(connection: Connection, sql: string, ...values: string[]): unknown {
  const [[value] = []] = prepared(connection, sql)
    .raw()
    .all(...values) as unknown[][];
  return typeof value === 'string' ? JSON.parse(value) : value;
}

function wordsOf(connection: Connection): Words {
  if (z.number().parse(single(connection, COUNT_WORDS)) > MOST_WORDS) return null;
  return new Set(z.array(z.string()).parse(single(connection, ALL_WORDS)));
}

function byName(shows: readonly string[]): Map<string, number[]> {
  const names = new Map<string, number[]>();
  // Many episodes have the same show, so its name is tokenised once.
  const known = new Map<string, number[]>();
  for (const [number, show] of shows.entries()) {
    let numbers = known.get(show);
    if (numbers === undefined) {
      const name = ownTokens(show).join(' ');
      numbers = names.get(name) ?? [];
      names.set(name, numbers);
      known.set(show, numbers);
    }
    numbers.push(number);
  }
  return names;
}

function indexesOf(term: Term, spoken: boolean): Indexes {
  if (isTranscriptTerm(term)) return 'spoken';
  return spoken && isAnywhere(term) ? 'both' : 'written';
}

function mayStand(tokens: readonly string[], words: Words): boolean {
  return words === null || tokens.every((token) => words.has(token));
}

/** False if no text has the words of a query. */
function mayMatch(plan: QueryPlan, words: Words): boolean {
  return wantedStands(plan, (term) =>
    termPhrases(term).some((phrase) => mayStand(wholeTokens(phrase), words)),
  );
}
