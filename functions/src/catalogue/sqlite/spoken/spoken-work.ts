import * as z from 'zod';
import { MINUTE_MS } from '../../../contract/index.ts';
import {
  isSayable,
  type QuestionPlan,
  wantedLeaves,
  wholeWords,
} from '../../../keywords/question-plan.ts';
import { type Connection, prepared } from '../sqlite-database.ts';

/**
 * FTS5 reads one place of a word in a transcript in a third of the time of one entry of the notes' index,
 * and searching transcripts may take three times as long as searching notes.
 */
const PLACES_AN_ENTRY = 10;
/** Hardly any word is said more often in one episode. */
const MOST_PLACES_IN_ONE = 600;
/** The cost, in places, of skipping a transcript without a phrase's rarest word. */
const PLACES_A_LEAP = 64;
/** A word's frequency is read from as many places, of the oldest transcripts. */
const SAMPLE = 1_000;
/** How long the number of transcripts is taken as known. */
const COUNT_KEPT_MS = 10 * MINUTE_MS;

/** FTS5's own view of the index, place by place. It exists for this connection alone. */
const CREATE_PLACES =
  'CREATE VIRTUAL TABLE temp.spoken_places USING fts5vocab(main, spoken_fts, instance)';
const PLACES_OF_WORD = `
  SELECT count(*), count(DISTINCT doc), min(doc), max(doc)
  FROM (SELECT doc FROM temp.spoken_places WHERE term = ? LIMIT ${SAMPLE})`;
const PLACES_OF_BEGINNING = `
  SELECT count(*) FROM (
    SELECT 1 FROM temp.spoken_places WHERE term >= ? AND term < ? LIMIT ?
  )`;
const TRANSCRIPTS = 'SELECT count(*) FROM spoken_fts_docsize';

const connected = new WeakSet<Connection>();
const transcriptCounts = new WeakMap<Connection, { count: number; countedAtMs: number }>();

const oneNumber = z.tuple([z.tuple([z.number()])]);
const places = z.tuple([
  z.tuple([z.number(), z.number(), z.number().nullable(), z.number().nullable()]),
]);

/** How often a word is said. */
interface Said {
  places: number;
  transcripts: number;
}

/**
 * About how much of the transcripts a search reads before it knows that there is nothing more to find, in
 * entries of the notes' index (`searchWork`). A phrase may be said nowhere though each of its words is
 * said all the time. Finding this out takes a few milliseconds, and no query at all for most questions,
 * which cannot exceed `enough`.
 */
export function spokenWork(connection: Connection, plan: QuestionPlan, enough: number): number {
  const leaves = [...wantedLeaves(plan), ...plan.not].filter(isSayable);
  const dear = leaves.filter(({ words }) => words.length > 1).concat(plan.not.filter(isSayable));
  const words = new Set(dear.flatMap(wholeWords)).size;
  const beginnings = leaves.filter(({ beginning }) => beginning);
  const transcripts = transcriptsIn(connection);
  const most = ((words + beginnings.length) * transcripts * MOST_PLACES_IN_ONE) / PLACES_AN_ENTRY;
  if (most <= enough) return most;

  if (!connected.has(connection)) connection.exec(CREATE_PLACES);
  connected.add(connection);
  const known = new Map<string, Said>();
  const said = (word: string) => {
    const found = known.get(word) ?? saidOf(connection, word, transcripts);
    known.set(word, found);
    return found;
  };
  let work = 0;
  for (const leaf of dear) {
    work += placesOfPhrase(wholeWords(leaf).map(said)) / PLACES_AN_ENTRY;
    if (work > enough) return work;
  }
  for (const { words } of beginnings) {
    const left = Math.ceil((enough - work) * PLACES_AN_ENTRY) + 1;
    work += placesOfBeginning(connection, words.at(-1) ?? '', left) / PLACES_AN_ENTRY;
    if (work > enough) return work;
  }
  return work;
}

/** Of frequent words only those places are read that are in transcripts with the rarest. */
function placesOfPhrase(words: readonly Said[]): number {
  const rarest = Math.min(...words.map(({ transcripts }) => transcripts));
  return words.reduce((sum, { places, transcripts }) => {
    const inEach = transcripts === 0 ? 0 : places / transcripts;
    return sum + Math.min(places, rarest * (inEach + PLACES_A_LEAP));
  }, 0);
}

function saidOf(connection: Connection, word: string, transcripts: number): Said {
  const [[found, holding, first, last]] = places.parse(
    prepared(connection, PLACES_OF_WORD).raw().all(word),
  );
  if (found < SAMPLE || first === null || last === null) {
    return { places: found, transcripts: holding };
  }
  const within = `${TRANSCRIPTS} WHERE id BETWEEN ? AND ?`;
  const [[looked]] = oneNumber.parse(
    prepared(connection, within).raw().all(BigInt(first), BigInt(last)),
  );
  const share = transcripts / Math.max(looked, 1);
  return { places: Math.ceil(found * share), transcripts: Math.ceil(holding * share) };
}

function placesOfBeginning(connection: Connection, beginning: string, most: number): number {
  const [[found]] = oneNumber.parse(
    prepared(connection, PLACES_OF_BEGINNING).raw().all(beginning, `${beginning}\u{10ffff}`, most),
  );
  return found;
}

function transcriptsIn(connection: Connection): number {
  const known = transcriptCounts.get(connection);
  if (known !== undefined && Math.abs(Date.now() - known.countedAtMs) < COUNT_KEPT_MS) {
    return known.count;
  }
  const [[count]] = oneNumber.parse(prepared(connection, TRANSCRIPTS).raw().all());
  transcriptCounts.set(connection, { count, countedAtMs: Date.now() });
  return count;
}
