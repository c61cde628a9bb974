import * as z from 'zod';
import { isFact } from '../../../../query/fields.ts';
import {
  isTranscriptQuery,
  mayBeSpoken,
  plainPhrases,
  type QueryPlan,
  type Term,
  termPhrases,
  wantedTerms,
} from '../../../../query/plan-query.ts';
import type { DayTable } from '../day-tables.ts';
import { rowsOf, type SqlSession } from '../server/sql-server.ts';
import { quoted } from '../words/word-vector.ts';
import { type FurtherWords, WORD_TABLES, type WordTable } from '../words/word-tables.ts';
import { affordedTables, type TableCost } from './afforded-days.ts';
import { mayStandIn } from './overflow-vectors.ts';

/** Estimated bytes of a partition's row, until the server has statistics. */
const DAY_ROW_BYTES = 4_000;
/** Cost of one more phrase in a vector, relative to reading the vector. */
const COST_OF_A_LOOK = 1 / 16;

interface Table {
  /** The table whose mentions are counted; the largest partition represents all. */
  name: string;
  further: WordTable | null;
  vectors: number;
  /** Extrapolates counted mentions to all partitions. */
  factor: number;
}

const tableSize = z.object({ name: z.string(), size: z.number() });

export interface SearchCost {
  /** Estimated number of vectors that a search reads, or equal work; 0 if it cannot exceed `enough`. */
  cost: number;
  /** The newest days that cost no more than `enough` together; empty if none does. */
  afforded: readonly DayTable[];
}

/**
 * Estimates the cost of a search. For a phrase, PostgreSQL reads the vector of every text with all words of
 * the phrase; a single word needs the index only.
 * @param searched `days` are those to be searched, newest first.
 */
export async function searchCost(
  session: SqlSession,
  plan: QueryPlan,
  searched: { days: readonly DayTable[]; further: readonly FurtherWords[] },
  enough: number,
): Promise<SearchCost> {
  const { days } = searched;
  const terms = [...wantedTerms(plan), ...plan.not].filter(mayBeSpoken);
  const passes = passesOf(plan);
  const isFree = passes === 0 && terms.every(({ words }) => words.length === 1);
  if (isFree || days.length === 0) return { cost: 0, afforded: days };
  const tables = await tablesOf(session, searched);
  const most = tables.map((table) => costIn(table, terms, passes, () => table.vectors));
  if (most.reduce((sum, each) => sum + each, 0) <= enough) return { cost: 0, afforded: days };
  const costs: TableCost[] = [];
  for (const table of tables) {
    const mentions = await mentionsIn(session, table, terms);
    const cost = costIn(table, terms, passes, (term) => mentions.get(term) ?? 0);
    costs.push({ table: table.further, cost });
  }
  const cost = costs.reduce((sum, each) => sum + each.cost, 0);
  if (cost <= enough) return { cost, afforded: days };
  return { cost, afforded: await affordedTables(session, days, costs, enough) };
}

/** Additional passes over texts with a term, besides those for phrases. */
function passesOf(plan: QueryPlan): number {
  const isPlain = plainPhrases(plan) !== null || isTranscriptQuery(plan);
  const hasFields = [...wantedTerms(plan), ...plan.not].some(
    (term) => !mayBeSpoken(term) && !isFact(term),
  );
  return (isPlain ? 0 : 1) + (hasFields ? 1 : 0);
}

function costIn(
  { further, vectors }: Table,
  terms: readonly Term[],
  passes: number,
  mentions: (term: Term) => number,
): number {
  const asked = terms.filter((term) => mayStandIn(further ?? 'episodes', term));
  const read = (some: readonly Term[]) =>
    Math.min(
      vectors,
      some.reduce((sum, term) => sum + mentions(term), 0),
    );
  const unsure = read(asked.filter(hasPositions));
  const again = further === null ? 0 : passes * read(asked);
  const reading = further === null ? 1 : WORD_TABLES[further].cost;
  return (unsure + again) * reading * (1 + asked.length * COST_OF_A_LOOK);
}

async function tablesOf(
  session: SqlSession,
  { days, further }: { days: readonly DayTable[]; further: readonly FurtherWords[] },
): Promise<Table[]> {
  const beside = ['more_words', ...further] as const;
  const names = [...days.map(({ name }) => name), ...beside];
  const counted = await rowsOf(
    session,
    tableSize,
    `SELECT relname::text AS name, CASE WHEN reltuples >= 0 THEN reltuples::bigint
       ELSE -pg_relation_size(oid) END AS size
     FROM pg_class WHERE oid = ANY ($1::text[]::regclass[])`,
    [names],
  );
  const sizeOf = new Map(counted.map(({ name, size }) => [name, size]));
  const rows = (name: string, rowBytes: number) => {
    const size = sizeOf.get(name) ?? 0;
    return size < 0 ? -size / rowBytes : size;
  };
  const ofDays = days.map(({ name }) => ({ name, vectors: rows(name, DAY_ROW_BYTES) }));
  const all = ofDays.reduce((sum, { vectors }) => sum + vectors, 0);
  const [largest] = ofDays.sort((left, right) => right.vectors - left.vectors);
  const tables = beside.map((name) => ({
    name,
    further: name,
    vectors: rows(name, WORD_TABLES[name].rowBytes),
    factor: 1,
  }));
  if (largest === undefined || largest.vectors === 0) return tables;
  const { name, vectors } = largest;
  return [{ name, further: null, vectors: all, factor: all / vectors }, ...tables];
}

async function mentionsIn(
  session: SqlSession,
  { name, factor }: Table,
  terms: readonly Term[],
): Promise<Map<Term, number>> {
  if (terms.length === 0) return new Map();
  const counts = terms.map(
    (_, at) => `(SELECT count(*) FROM ${name} WHERE words @@ $${at + 1}::tsquery)`,
  );
  const { rows } = await session.find(`SELECT ${counts.join(', ')}`, terms.map(allWords));
  const [found = []] = rows;
  return new Map(terms.map((term, at) => [term, Number(found[at]) * factor]));
}

/** A `tsquery` for all words of a term at any position, which the index alone can answer. */
function allWords(term: Term): string {
  const phrases = termPhrases(term).map(({ tokens, beginning }) => {
    const each = tokens.map((token, at) =>
      beginning && at === tokens.length - 1 ? `${quoted(token)}:*` : quoted(token),
    );
    return `(${[...new Set(each)].join(' & ')})`;
  });
  return phrases.join(' | ');
}

/** True if the index alone cannot answer: tokens stand side by side. */
function hasPositions(term: Term): boolean {
  return termPhrases(term).some(({ tokens }) => tokens.length > 1);
}
