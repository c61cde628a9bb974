import * as z from 'zod/mini';
import { packCounted, unpackCounted } from './counted-matches.ts';
import type { MatchCache } from './match-cache.ts';
import { type MatchedEpisode, matchedEpisode } from './matched-episode.ts';

const headerSchema = z.object({
  // Missing in the index of an earlier version: the catalogue is unknown.
  catalogue: z.catch(z.string(), ''),
  readUntilMs: z.number(),
  provenAtMs: z.number(),
  windowEpisodes: z.number(),
  partial: z.array(z.string()),
  lastRead: z.array(z.readonly(z.tuple([z.number(), z.string()]))),
  episodes: z.number(),
  matched: z.number(),
});

type Header = z.infer<typeof headerSchema>;

/** The line of an episode begins with a number and that of a query with a string, which tells them apart. */
const EPISODE_FIELDS = [
  'id',
  'run',
  'changedAtMs',
  'ingestedAtMs',
  'pubDateMs',
  'item',
  'title',
  'podcast',
  'fingerprint',
  'copies',
  'forFollowers',
] as const satisfies readonly (keyof MatchedEpisode)[];

const QUERY_FIELDS = ['key', 'held', 'counted', 'forFollowers', 'sinceMs'] as const;

type EpisodeLine = [
  id: number,
  run: number,
  changedAtMs: number,
  ingestedAtMs: number,
  pubDateMs: number,
  item: string,
  title: string,
  podcast: string,
  fingerprint: string,
  copies: NonNullable<MatchedEpisode['copies']> | null,
  forFollowers: true | null,
];

type QueryLine = [
  key: string,
  held: number[],
  counted: string,
  forFollowers: number[],
  sinceMs: number,
];

/** Name of the lines' format; a changed format needs another name. */
export const MATCH_FORMAT = [...EPISODE_FIELDS, '/', ...QUERY_FIELDS].join(' ');

/** Yields a header, the episodes, then the queries, which refer to episodes by index. */
export function* matchLines({ queries, ...state }: MatchCache): Generator {
  const indexes = new Map<MatchedEpisode, number>();
  const add = (episode: MatchedEpisode) => {
    if (!indexes.has(episode)) indexes.set(episode, indexes.size);
  };
  for (const { held, forFollowers } of queries.values()) {
    held.forEach(add);
    forFollowers.forEach(add);
  }
  const header: Header = {
    ...state,
    partial: [...state.partial],
    lastRead: [...state.lastRead],
    episodes: indexes.size,
    matched: queries.size,
  };
  yield header;
  for (const episode of indexes.keys()) yield EPISODE_FIELDS.map((name) => episode[name] ?? null);
  const indexesOf = (episodes: readonly MatchedEpisode[]) =>
    episodes.map((episode) => indexes.get(episode) ?? -1);
  for (const [key, { held, counted, forFollowers, sinceMs }] of queries) {
    const line: QueryLine = [
      key,
      indexesOf(held),
      packCounted(counted),
      indexesOf(forFollowers),
      sinceMs,
    ];
    yield line;
  }
}

/** Throws if lines are missing or too many. */
export function readMatchLines(lines: Iterator<unknown>): MatchCache {
  const next = () => {
    const line = lines.next();
    if (line.done === true) throw new Error('A line is missing');
    return line.value;
  };
  const { episodes: count, matched, ...state } = headerSchema.parse(next());
  const podcasts = new Map<string, string>();
  const episodes: MatchedEpisode[] = [];
  while (episodes.length < count) episodes.push(episodeIn(next() as EpisodeLine, podcasts));
  const episodeAt = (index: number) => {
    const episode = episodes[index];
    if (episode === undefined) throw new Error('An episode is missing');
    return episode;
  };
  const queries: MatchCache['queries'] = new Map();
  while (queries.size < matched) {
    const [key, held, counted, forFollowers, sinceMs] = next() as QueryLine;
    queries.set(key, {
      sinceMs,
      held: held.map(episodeAt),
      counted: unpackCounted(counted),
      forFollowers: forFollowers.map(episodeAt),
    });
  }
  if (lines.next().done !== true) throw new Error('A line is too many');
  return { ...state, queries };
}

/** Most podcasts have many episodes: one shared string per name saves memory. */
function episodeIn(line: EpisodeLine, podcasts: Map<string, string>): MatchedEpisode {
  const [id, run, changedAtMs, ingestedAtMs, pubDateMs, item, title, podcast, ...others] = line;
  const [fingerprint, copies, forFollowers] = others;
  const known = podcasts.get(podcast);
  if (known === undefined) podcasts.set(podcast, podcast);
  const facts = { id, changedAtMs, ingestedAtMs, pubDateMs, item, title, copies, forFollowers };
  return matchedEpisode({ ...facts, podcast: known ?? podcast }, run, fingerprint);
}
