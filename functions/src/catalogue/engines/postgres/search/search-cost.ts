import * as z from 'zod';
import {
  isSayable,
  type Leaf,
  plainPhrases,
  type QuestionPlan,
  wantedLeaves,
} from '../../../../keywords/question-plan.ts';
import { isPlainlySaid } from '../../../../keywords/spoken-part.ts';
import type { DayTable } from '../day-tables.ts';
import type { SqlSession } from '../server/sql-server.ts';
import { quoted } from '../words/word-vector.ts';
import { type FurtherWords, mayStandIn } from './overflow-vectors.ts';

/** The costs of reading one vector; that of an episode's notes is 1. */
const COST_OF = { more_words: 3, spoken_words: 15, repeated_words: 1 } as const;
/** A row's bytes in its table, where the server has not counted the rows yet. */
const ROW_BYTES = { notes: 4_000, more_words: 60, spoken_words: 60, repeated_words: 500 } as const;
/** The cost of looking for one more phrase in a vector that is read, as a part of reading it. */
const COST_OF_A_LOOK = 1 / 16;

interface Table {
  /** Where mentions are counted; of the days, the largest one stands for all. */
  name: string;
  further: keyof typeof COST_OF | null;
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
  plan: QuestionPlan,
  searched: { days: readonly DayTable[]; further: readonly FurtherWords[] },
  enough: number,
): Promise<number> {
  const leaves = [...wantedLeaves(plan), ...plan.not].filter(isSayable);
  const passes = passesOf(plan);
  if (passes === 0 && leaves.every(({ words }) => words.length === 1)) return 0;
  const tables = await tablesOf(session, searched);
  let cost = 0;
  const most = tables.map((table) => costIn(table, leaves, passes, () => table.vectors));
  if (most.reduce((sum, each) => sum + each, 0) <= enough) return 0;
  for (const table of tables) {
    const mentions = await mentionsIn(session, table, leaves);
    cost += costIn(table, leaves, passes, (leaf) => mentions.get(leaf) ?? 0);
  }
  return cost;
}

/** How often the texts with any leaf are read besides those that the index is not sure of. */
function passesOf(plan: QuestionPlan): number {
  const isPlain = plainPhrases(plan) !== null || isPlainlySaid(plan);
  const hasFields = [...wantedLeaves(plan), ...plan.not].some((leaf) => !isSayable(leaf));
  return (isPlain ? 0 : 1) + (hasFields ? 1 : 0);
}

function costIn(
  { further, vectors }: Table,
  leaves: readonly Leaf[],
  passes: number,
  mentions: (leaf: Leaf) => number,
): number {
  const asked = leaves.filter((leaf) => mayStandIn(further ?? 'episodes', leaf));
  const read = (some: readonly Leaf[]) =>
    Math.min(
      vectors,
      some.reduce((sum, leaf) => sum + mentions(leaf), 0),
    );
  const unsure = read(asked.filter(({ words }) => words.length > 1));
  const again = further === null ? 0 : passes * read(asked);
  const reading = further === null ? 1 : COST_OF[further];
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
  const rows = (name: string, kind: keyof typeof ROW_BYTES) => {
    const size = sizeOf.get(name) ?? 0;
    return size < 0 ? -size / ROW_BYTES[kind] : size;
  };
  const ofDays = days.map(({ name }) => ({ name, vectors: rows(name, 'notes') }));
  const all = ofDays.reduce((sum, { vectors }) => sum + vectors, 0);
  const [largest] = ofDays.sort((left, right) => right.vectors - left.vectors);
  const tables = beside.map((name) => ({
    ...{ name, further: name, vectors: rows(name, name), factor: 1 },
  }));
  if (largest === undefined || largest.vectors === 0) return tables;
  const { name, vectors } = largest;
  return [{ name, further: null, vectors: all, factor: all / vectors }, ...tables];
}

/** About how many vectors of a table hold all words of each leaf. */
async function mentionsIn(
  session: SqlSession,
  { name, factor }: Table,
  leaves: readonly Leaf[],
): Promise<Map<Leaf, number>> {
  if (leaves.length === 0) return new Map();
  const counts = leaves.map(
    (_, at) => `(SELECT count(*) FROM ${name} WHERE words @@ $${at + 1}::tsquery)`,
  );
  const [found = []] = await session.rows(`SELECT ${counts.join(', ')}`, leaves.map(allWords));
  return new Map(leaves.map((leaf, at) => [leaf, Number(found[at]) * factor]));
}

/** The `tsquery` for texts that have all words of a leaf, wherever they stand: the index knows them. */
function allWords({ words, beginning }: Leaf): string {
  const each = words.map((word, at) =>
    beginning && at === words.length - 1 ? `${quoted(word)}:*` : quoted(word),
  );
  return [...new Set(each)].join(' & ');
}
