import * as z from 'zod';
import { termKey } from '../../../../query/plan-key.ts';
import { type Term, unwantedTerms, withoutTranscriptTerms } from '../../../../query/query-plan.ts';
import type { CatalogueAnswer, CatalogueQuery } from '../../../answers/catalogue-query.ts';
import {
  type EngineQuery,
  findEpisodes,
  type ReadEngine,
  type SearchReads,
} from '../../../answers/find-episodes.ts';
import type { TimeLimits } from '../../../answers/search-in-time.ts';
import { type FoundRow, foundValues, readFoundRow } from '../../../schema/episode-row.ts';
import type { PackedTranscript } from '../../../answers/quote-transcripts.ts';
import { topShows, showRows } from '../../../answers/trend.ts';
import { dedupeResults, type Find, otherShows } from './dedupe-results.ts';
import { episodesOfNames } from './excluded-shows.ts';
import { CANDIDATE_COLUMNS } from '../../../answers/rank-by-strength.ts';
import { newestFound } from './found-statement.ts';
import type { SearchConnection } from './search-connections.ts';
import { SQLITE } from '../../../schema/dialect.ts';
import { searching, type SqliteDatabase } from '../sqlite-database.ts';

export function querySqlite(
  database: SqliteDatabase,
  query: CatalogueQuery,
  limits?: TimeLimits,
): Promise<CatalogueAnswer> {
  const read: ReadEngine = (asked, work) =>
    searching(database, (connection) => work(readsOf(connection, asked)), asked.signal);
  return findEpisodes(read, query, limits);
}

function readsOf(connection: SearchConnection, query: EngineQuery): SearchReads {
  return {
    async newest(bounds) {
      const { anySaid, anyHidden } = factsSchema.parse(await connection.json(FACTS));
      const spoken = query.spoken && anySaid === 1;
      const whole = spoken ? query.plan : withoutTranscriptTerms(query.plan);
      if (whole === null) return { shown: [], total: 0 };
      const plan = { ...whole, not: whole.not.filter((term) => !term.whole) };
      const { oldestId, isRecent, followed } = query;
      const find: Find = (range) => {
        const oldest = later(oldestId, range.oldest);
        return newestFound(plan, spoken, { ...range, oldest, isForward: isRecent }, idsOf);
      };
      const isWhole = ({ whole: isName }: Term) => isName === true;
      const excluded = await episodesOfNames(connection, whole.not.filter(isWhole), oldestId);
      const named = new Map<string, readonly number[]>();
      for (const term of unwantedTerms(plan).filter(isWhole)) {
        if (named.has(termKey(term))) continue;
        named.set(termKey(term), [...(await episodesOfNames(connection, [term], oldestId))]);
      }
      const idsOf = (term: Term) => named.get(termKey(term)) ?? [];
      const shows = { anyHidden: anyHidden === 1, followed };
      return dedupeResults(connection, find, { ...bounds, excluded, shows });
    },
    candidates: (ids) => connection.rows(CANDIDATES, [JSON.stringify(ids)]),
    transcripts: (ids, most) => transcriptsOf(connection, ids.slice(0, most)),
    episodes: (ids) => episodesOf(connection, ids),
    otherShows: (shown) => otherShows(connection, shown),
    async topShows(ids) {
      return showRows.parse(await connection.json(TREND_SHOWS, [JSON.stringify(ids)]));
    },
  };
}

const TREND_SHOWS = `SELECT json_group_array(json_array(podcast, mentions)) FROM (${topShows(
  'SELECT podcast FROM (SELECT value AS mention FROM json_each(?)) CROSS JOIN episodes ON id = mention',
)})`;

const CANDIDATES = `SELECT ${CANDIDATE_COLUMNS}
  FROM (SELECT value AS candidate FROM json_each(?)) CROSS JOIN episodes ON id = candidate`;

function later(oldest: bigint, wanted = oldest): bigint {
  return wanted > oldest ? wanted : oldest;
}

/** Read first: without transcripts or followers-only shows, a search omits their conditions and is a fifth faster. */
const FACTS = `SELECT json_object(
  'anySaid', EXISTS (SELECT 1 FROM spoken_fts_docsize),
  'anyHidden', EXISTS (SELECT 1 FROM feeds WHERE state = 'followers'))`;

const factsSchema = z.object({ anySaid: z.literal([0, 1]), anyHidden: z.literal([0, 1]) });

const EPISODES = `SELECT json_group_array(json_array(id, ${foundValues(SQLITE.hex)}))
  FROM (SELECT value AS shown FROM json_each(?)) CROSS JOIN episodes ON id = shown`;
const TRANSCRIPTS = `SELECT episode_id, spoken, iif(heard_s IS NULL, json_extract(sources, '$[0].url'), NULL), heard_s
  FROM (SELECT value AS shown FROM json_each(?)) CROSS JOIN transcripts ON episode_id = shown
  WHERE spoken IS NOT NULL`;

const episodeRows = z.array(z.tuple([z.number()], z.unknown()));
const transcriptRows = z.array(
  z.tuple([z.number(), z.instanceof(Uint8Array), z.string().nullable(), z.number().nullable()]),
);

async function episodesOf(
  connection: SearchConnection,
  ids: readonly number[],
): Promise<Map<number, FoundRow>> {
  if (ids.length === 0) return new Map();
  const found = await connection.json(EPISODES, [JSON.stringify(ids)]);
  const rows = episodeRows.parse(found);
  return new Map(rows.map(([id, ...values]) => [id, readFoundRow(values)]));
}

async function transcriptsOf(
  connection: SearchConnection,
  ids: readonly number[],
): Promise<PackedTranscript[]> {
  if (ids.length === 0) return [];
  const rows = transcriptRows.parse(await connection.rows(TRANSCRIPTS, [JSON.stringify(ids)]));
  return rows.map(([episodeId, packed, url, transcribedSeconds]) => ({
    episodeId,
    packed,
    url,
    transcribedSeconds,
  }));
}
