import * as z from 'zod';
import { MINUTE_MS } from '../../contract/index.ts';
import {
  type Leaf,
  plainPhrases,
  type QuestionPlan,
  wantedLeaves,
  wholeWords,
} from '../../keywords/question-plan.ts';
import { withoutSaid } from '../../keywords/spoken-part.ts';
import { entriesOfBeginning } from './beginning-entries.ts';
import { type Connection, prepared } from './sqlite-database.ts';

/** A word's frequency is read from its newest mentions, as many as these. */
const SAMPLE = 500;
/**
 * FTS5 leaps from one mention of a phrase's rarest word to the next, but reads the other words'
 * entries page by page: so many entries for each mention.
 */
const ENTRIES_A_LEAP = 64;
/** The entries of words that begin so are counted first, and then gathered. */
const PASSES_OF_BEGINNING = 2;
/** How long the size of a catalogue is taken as known. */
const SIZE_KEPT_MS = 10 * MINUTE_MS;

interface CatalogueSize {
  episodes: number;
  oldestId: number;
  newestId: number;
  countedAtMs: number;
}

const sizes = new WeakMap<Connection, CatalogueSize>();

const sizeRows = z.tuple([z.tuple([z.number(), z.number().nullable(), z.number().nullable()])]);
const sampleRows = z.tuple([z.tuple([z.number(), z.number().nullable()])]);

/**
 * About how many entries of the full-text index a search reads before it knows that nothing more is
 * to be found. An estimate, made of a few short queries, and of none at all where the question cannot
 * exceed `enough`; above it, the counting ends early. What is looked for in what is said alone has an
 * index of its own (`spokenWork`).
 */
export function searchWork(connection: Connection, asked: QuestionPlan, enough: number): number {
  const plan = withoutSaid(asked);
  const phrases = plainPhrases(plan);
  return phrases === null
    ? togetherWork(connection, plan, enough)
    : phraseWork(connection, phrases, enough);
}

/**
 * A phrase of several words can be nowhere though each of its words is everywhere: FTS5 then walks all
 * entries of all of them, and cannot be stopped on the way. A single word is found at each of its
 * entries, so its search ends when the answer is full, and counts as nothing.
 */
function phraseWork(connection: Connection, phrases: readonly string[], enough: number): number {
  const rows = phrases.map((phrase) => phrase.split(' ')).filter((words) => words.length > 1);
  const words = rows.reduce((sum, row) => sum + row.length, 0);
  const size = sizeOf(connection);
  if (words * size.episodes <= enough) return words * size.episodes;
  let work = 0;
  const known = new Map<string, number>();
  for (const row of rows) {
    const mentions = row.map((word) => {
      const count = known.get(word) ?? mentionsOf(connection, word, size);
      known.set(word, count);
      return count;
    });
    const leaps = Math.min(...mentions) * ENTRIES_A_LEAP;
    for (const count of mentions) work += Math.min(count, leaps);
    if (work > enough) break;
  }
  return work;
}

/**
 * What must stand in the same episode, or must not, can keep a search going in the same way. Of the
 * beginning of a word, FTS5 gathers the entries of every word that begins so before it looks at one.
 */
function togetherWork(connection: Connection, plan: QuestionPlan, enough: number): number {
  const leaves = [...wantedLeaves(plan), ...plan.not];
  const words = new Set(leaves.flatMap(wholeWords));
  const size = sizeOf(connection);
  let work = 0;
  for (const leaf of leaves.filter(({ beginning }) => beginning)) {
    const beginning = leaf.words.at(-1) ?? '';
    const left = (enough - work) / PASSES_OF_BEGINNING;
    work += PASSES_OF_BEGINNING * entriesOfBeginning(connection, beginning, left);
    if (work > enough) return work;
  }
  if (work + words.size * size.episodes <= enough) return work + words.size * size.episodes;
  const mentions = new Map(
    Array.from(words, (word) => [word, mentionsOf(connection, word, size)] as const),
  );
  const leaps = rarestOf(plan, (word) => mentions.get(word) ?? 0) * ENTRIES_A_LEAP;
  for (const count of mentions.values()) work += Math.min(count, leaps);
  return work;
}

/** In at most about how many episodes there is all that a question asks for. */
function rarestOf({ all, oneOf }: QuestionPlan, mentionsIn: (word: string) => number): number {
  const mostOf = (leaves: readonly Leaf[]) =>
    Math.min(...leaves.flatMap(wholeWords).map(mentionsIn));
  const choices = oneOf.map((alternatives) =>
    alternatives.reduce((sum, leaves) => sum + mostOf(leaves), 0),
  );
  return Math.min(mostOf(all), ...choices);
}

function sizeOf(connection: Connection): CatalogueSize {
  const known = sizes.get(connection);
  if (known !== undefined && Math.abs(Date.now() - known.countedAtMs) < SIZE_KEPT_MS) return known;
  const [[episodes, oldestId, newestId]] = sizeRows.parse(
    prepared(connection, 'SELECT count(*), min(id), max(id) FROM episodes').raw().all(),
  );
  const size = {
    episodes,
    oldestId: oldestId ?? 0,
    newestId: newestId ?? 0,
    countedAtMs: Date.now(),
  };
  sizes.set(connection, size);
  return size;
}

/** In about how many episodes a word stands: ids grow with time, so its newest mentions tell. */
function mentionsOf(connection: Connection, word: string, size: CatalogueSize): number {
  const [[found, lastId]] = sampleRows.parse(
    prepared(
      connection,
      `SELECT count(*), min(rowid) FROM (
         SELECT rowid FROM episodes_fts WHERE episodes_fts MATCH ? ORDER BY rowid DESC LIMIT ${SAMPLE}
       )`,
    )
      .raw()
      .all(`"${word}"`),
  );
  if (found < SAMPLE || lastId === null) return found;
  const sampled = (size.newestId - lastId) / (size.newestId - size.oldestId);
  return sampled > SAMPLE / size.episodes ? Math.ceil(SAMPLE / sampled) : size.episodes;
}
