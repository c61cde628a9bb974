import * as z from 'zod';
import {
  isTranscriptQuery,
  mayBeSpoken,
  plainPhrases,
  type QueryPlan,
  type Term,
  wantedTerms,
} from '../../../../query/plan-query.ts';
import type { DayTable } from '../day-tables.ts';
import type { SqlSession } from '../server/sql-server.ts';
import { quoted } from '../words/word-vector.ts';
import { type FurtherWords, WORD_TABLES, type WordTable } from '../words/word-tables.ts';
import { mayStandIn } from './overflow-vectors.ts';

/** A row's bytes in the table of a day, where the server has not counted the rows yet. */
const DAY_ROW_BYTES = 4_000;
/** The cost of looking for one more phrase in a vector that is read, as a part of reading it. */
const COST_OF_A_LOOK = 1 / 16;

interface Table {
  /** Where mentions are counted; of the days, the largest one stands for all. */
  name: string;
  further: WordTable | null;
  vectors: number;
  /** What a mention counted there stands for. */
  factor: number;
}

const sizes = z.array(z.tuple([z.string(), z.number()]));

/**
 * About how many vectors of notes a search reads, or other work as long; nothing where it cannot exceed
 * `enough`. PostgreSQL finds a phrase by reading the vector of every text that has all of its
 * words; single words the index knows. Of what the index knows the counts take a few milliseconds.
 */
export async function searchCost(
  session: SqlSession,
  plan: QueryPlan,
  searched: { days: readonly DayTable[]; further: readonly FurtherWords[] },
  enough: number,
): Promise<number> {
  const terms = [...wantedTerms(plan), ...plan.not].filter(mayBeSpoken);
  const passes = passesOf(plan);
  if (passes === 0 && terms.every(({ words }) => words.length === 1)) return 0;
  const tables = await tablesOf(session, searched);
  let cost = 0;
  const most = tables.map((table) => costIn(table, terms, passes, () => table.vectors));
  if (most.reduce((sum, each) => sum + each, 0) <= enough) return 0;
  for (const table of tables) {
    const mentions = await mentionsIn(session, table, terms);
    cost += costIn(table, terms, passes, (term) => mentions.get(term) ?? 0);
  }
  return cost;
}

/** How often the texts with any term are read besides those that the index is not sure of. */
function passesOf(plan: QueryPlan): number {
  const isPlain = plainPhrases(plan) !== null || isTranscriptQuery(plan);
  const hasFields = [...wantedTerms(plan), ...plan.not].some((term) => !mayBeSpoken(term));
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
  const unsure = read(asked.filter(({ words }) => words.length > 1));
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
  const counted = sizes.parse(
    await session.rows(
      `SELECT relname::text, CASE WHEN reltuples >= 0 THEN reltuples::bigint
         ELSE -pg_relation_size(oid) END
       FROM pg_class WHERE oid = ANY ($1::text[]::regclass[])`,
      [names],
    ),
  );
  const sizeOf = new Map(counted);
  const rows = (name: string, rowBytes: number) => {
    const size = sizeOf.get(name) ?? 0;
    return size < 0 ? -size / rowBytes : size;
  };
  const ofDays = days.map(({ name }) => ({ name, vectors: rows(name, DAY_ROW_BYTES) }));
  const all = ofDays.reduce((sum, { vectors }) => sum + vectors, 0);
  const [largest] = ofDays.sort((left, right) => right.vectors - left.vectors);
  const tables = beside.map((name) => ({
    ...{ name, further: name, vectors: rows(name, WORD_TABLES[name].rowBytes), factor: 1 },
  }));
  if (largest === undefined || largest.vectors === 0) return tables;
  const { name, vectors } = largest;
  return [{ name, further: null, vectors: all, factor: all / vectors }, ...tables];
}

/** About how many vectors of a table hold all words of each term. */
async function mentionsIn(
  session: SqlSession,
  { name, factor }: Table,
  terms: readonly Term[],
): Promise<Map<Term, number>> {
  if (terms.length === 0) return new Map();
  const counts = terms.map(
    (_, at) => `(SELECT count(*) FROM ${name} WHERE words @@ $${at + 1}::tsquery)`,
  );
  const [found = []] = await session.rows(`SELECT ${counts.join(', ')}`, terms.map(allWords));
  return new Map(terms.map((term, at) => [term, Number(found[at]) * factor]));
}

/** The `tsquery` for texts that have all words of a term, wherever they stand: the index knows them. */
function allWords({ words, beginning }: Term): string {
  const each = words.map((word, at) =>
    beginning && at === words.length - 1 ? `${quoted(word)}:*` : quoted(word),
  );
  return [...new Set(each)].join(' & ');
}
