import * as z from 'zod';
import { type Episode, HOUR_MS, MAX_MOMENTS_SHOWN } from '../../contract/index.ts';
import { formerItemId, itemId } from '../../platform/item-id.ts';
import { markerOf } from '../../query/excerpt.ts';
import { planQuery, type QueryPlan, wantedSpoken } from '../../query/plan-query.ts';
import { spokenMatches } from '../../transcripts/spoken-matches.ts';
import { type SpokenText, unpackedText } from '../../transcripts/spoken-text.ts';
import type { EpisodeLookup } from './catalogue-query.ts';
import { episodeIdRange } from '../sql/episode-id.ts';
import { foundColumns, itemColumn, readFoundRow } from '../sql/episode-row.ts';
import type { Dialect } from '../sql/dialect.ts';
import { engine, rows, type Work } from '../sql/work.ts';
import { foundTexts, toFoundEpisode } from './found-episode.ts';
import { followedValue, isFeedHidden } from './heard-by.ts';

/** The ids of some hours are a range of the key, so that an item's id needs no index. */
const episodesAround = (hex: Dialect['hex']) => `
  SELECT id, coalesce(link, audio, ''), title, podcast, pub_date_ms, ${itemColumn(hex)}
  FROM episodes WHERE id BETWEEN CAST($1 AS bigint) AND CAST($2 AS bigint)
    AND NOT ${isFeedHidden('episodes.feed_id', '$3')} ORDER BY id LIMIT 20000`;

/** How far an episode's date may have moved since its item was told. */
const MOST_MOVED_MS = HOUR_MS;

/** Of its second, then of the hours around it: in a busy hour people's shows have as many as they like. */
function aroundValues({ pub_date_ms: publishedAtMs, followed }: EpisodeLookup): string[][] {
  return [0, MOST_MOVED_MS].map((movedMs) => {
    const { first } = episodeIdRange(publishedAtMs - movedMs);
    const { last } = episodeIdRange(publishedAtMs + movedMs);
    return [String(first), String(last), followedValue(followed)];
  });
}

const aroundRows = z.array(
  z.tuple([z.number(), z.string(), z.string(), z.string(), z.number(), z.string()]),
);

/** The key of the episode with the item's id; null if there is none. */
function keyOfItem(rows: unknown[], { id: wanted }: EpisodeLookup): number | null {
  const episodes = aroundRows.parse(rows);
  const found =
    episodes.find(([, , , , , item]) => itemId(item) === wanted) ??
    episodes.find(
      ([, link, title, podcast, pubDateMs]) =>
        formerItemId({ link, title, podcast, pubDateMs }) === wanted,
    );
  return found?.[0] ?? null;
}

const oneEpisode = (hex: Dialect['hex']) => `
  SELECT id,
    (SELECT spoken FROM transcripts WHERE episode_id = episodes.id),
    (SELECT sources FROM transcripts WHERE episode_id = episodes.id),
    ${foundColumns(hex)}
  FROM episodes WHERE id = CAST($1 AS bigint)`;

const sourcesSchema = z.array(z.object({ url: z.string() })).min(1);

const rowSchema = z.tuple(
  [z.number(), z.instanceof(Uint8Array).nullable(), z.string().nullable()],
  z.unknown(),
);

const NO_QUERY: QueryPlan = { all: [], oneOf: [], not: [] };

/**
 * The episode with an item's id, as results show it, with up to {@link MAX_MOMENTS_SHOWN} quotations; null if there
 * is none.
 */
export function* episode(lookup: EpisodeLookup): Work<Episode | null> {
  const { hex } = yield* engine();
  for (const values of aroundValues(lookup)) {
    const key = keyOfItem(yield* rows(episodesAround(hex), ...values), lookup);
    if (key !== null) return oneEpisodeOf(yield* rows(oneEpisode(hex), String(key)), lookup);
  }
  return null;
}

function oneEpisodeOf(rows: unknown[], { keywords }: EpisodeLookup): Episode | null {
  if (rows.length === 0) return null;
  const [id, spoken, sources, ...values] = rowSchema.parse(rows[0]);
  const plan = planQuery(keywords) ?? NO_QUERY;
  const said = spoken === null ? null : saidIn(unpackedText(id, spoken), wantedSpoken(plan));
  const [source] = sources === null ? [] : sourcesSchema.parse(JSON.parse(sources));
  return toFoundEpisode(readFoundRow(values), foundTexts(plan), {
    said: said === null ? null : { ...said, transcript: source?.url ?? '' },
  });
}

function saidIn(text: SpokenText, phrases: readonly string[]) {
  return phrases.length === 0 ? null : spokenMatches(text, markerOf(phrases), MAX_MOMENTS_SHOWN);
}
