import * as z from 'zod';
import { type Episode, HOUR_MS, MAX_MOMENTS_SHOWN } from '../../contract/index.ts';
import { formerItemId, itemId } from '../../platform/item-id.ts';
import { markerOf } from '../../query/excerpt.ts';
import { planQuery } from '../../query/plan-query.ts';
import { NO_QUERY, wantedSpoken } from '../../query/query-plan.ts';
import { spokenMatches } from '../../feeds/transcripts/spoken-matches.ts';
import { type SpokenText, unpackedText } from '../../feeds/transcripts/spoken-text.ts';
import type { EpisodeLookup } from './catalogue-query.ts';
import { episodeIdRange } from '../schema/episode-id.ts';
import { foundColumns, foundRow, itemColumn } from '../schema/episode-row.ts';
import type { Dialect } from '../schema/dialect.ts';
import { engine, rows, type Work } from '../schema/work.ts';
import { foundTexts, toFoundEpisode } from './found-episode.ts';
import { followedValue, isFeedHidden } from './visibility.ts';

/** Reads a range of the primary key, so that the item needs no index. */
const episodesAround = (hex: Dialect['hex']) => `
  SELECT id, coalesce(link, audio, '') AS link, title, podcast, pub_date_ms, ${itemColumn(hex)} AS item
  FROM episodes WHERE id BETWEEN CAST($1 AS bigint) AND CAST($2 AS bigint)
    AND NOT ${isFeedHidden('episodes.feed_id', '$3')} ORDER BY id LIMIT 20000`;

/** Max change of an episode's publication time since the client read it. */
const MAX_MOVED_MS = HOUR_MS;

/**
 * Looks up the episode's second first, then the hours around it. Feeds that people add may fill these hours with more
 * episodes than the second look-up reads.
 */
function aroundValues({ pub_date_ms: publishedAtMs, followed }: EpisodeLookup): string[][] {
  return [0, MAX_MOVED_MS].map((movedMs) => {
    const { first } = episodeIdRange(publishedAtMs - movedMs);
    const { last } = episodeIdRange(publishedAtMs + movedMs);
    return [String(first), String(last), followedValue(followed)];
  });
}

const episodeAround = z.object({
  id: z.number(),
  link: z.string(),
  title: z.string(),
  podcast: z.string(),
  pubDateMs: z.number(),
  item: z.string(),
});

function keyOfItem(
  episodes: readonly z.infer<typeof episodeAround>[],
  { id: wanted }: EpisodeLookup,
): number | null {
  const found =
    episodes.find(({ item }) => itemId(item) === wanted) ??
    episodes.find((episode) => formerItemId(episode) === wanted);
  return found?.id ?? null;
}

const oneEpisode = (hex: Dialect['hex']) => `
  SELECT id,
    (SELECT spoken FROM transcripts WHERE episode_id = episodes.id) AS spoken,
    (SELECT sources FROM transcripts WHERE episode_id = episodes.id) AS sources,
    (SELECT heard_s FROM transcripts WHERE episode_id = episodes.id) AS heard_s,
    ${foundColumns(hex)}
  FROM episodes WHERE id = CAST($1 AS bigint)`;

const sourcesSchema = z.array(z.object({ url: z.string() }));

const wholeEpisode = z.object({
  ...foundRow.shape,
  id: z.number(),
  spoken: z.instanceof(Uint8Array).nullable(),
  sources: z.string().nullable(),
  heardS: z.number().nullable(),
});

/** Returns the episode as a search does, but with up to {@link MAX_MOMENTS_SHOWN} quotations; null if unknown. */
export function* episode(lookup: EpisodeLookup): Work<Episode | null> {
  const { hex } = yield* engine();
  for (const values of aroundValues(lookup)) {
    const key = keyOfItem(yield* rows(episodeAround, episodesAround(hex), ...values), lookup);
    if (key === null) continue;
    const [found] = yield* rows(wholeEpisode, oneEpisode(hex), String(key));
    return found === undefined ? null : oneEpisodeOf(found, lookup);
  }
  return null;
}

function oneEpisodeOf(
  { id, spoken, sources, heardS: transcribedSeconds, ...row }: z.infer<typeof wholeEpisode>,
  { keywords }: EpisodeLookup,
): Episode {
  const plan = planQuery(keywords) ?? NO_QUERY;
  const said = spoken === null ? null : saidIn(unpackedText(id, spoken), wantedSpoken(plan));
  const isNamed = sources !== null && transcribedSeconds === null;
  const [source] = !isNamed ? [] : sourcesSchema.parse(JSON.parse(sources));
  const quoted =
    said === null ? null : { ...said, transcribedSeconds, transcript: source?.url ?? '' };
  return toFoundEpisode(row, foundTexts(plan), quoted);
}

function saidIn(text: SpokenText, phrases: readonly string[]) {
  return phrases.length === 0 ? null : spokenMatches(text, markerOf(phrases), MAX_MOMENTS_SHOWN);
}
