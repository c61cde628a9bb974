import * as z from 'zod';
import { UNHEARD_REASONS, type UnheardReason } from '../../contract/index.ts';
import { firstEpisodeId } from '../schema/episode-id.ts';
import { HAS_TEXT, MAX_HEARD_S, MIN_HEARD_S } from '../schema/has-text.ts';
import { rows, type Work } from '../schema/work.ts';

/** Decisions of the refresh are stored; what a feed states is read from the feed. */
const REASON = `CASE
  WHEN forbids_services = 1 THEN 'forbidden'
  WHEN state = 'followers' THEN 'followers-only'
  WHEN audio IS NULL THEN 'no-audio'
  WHEN unheard.reason IS NOT NULL THEN unheard.reason
  WHEN duration_s > ${MAX_HEARD_S} THEN 'too-long'
  WHEN duration_s < ${MIN_HEARD_S} THEN 'too-short'
  WHEN sources <> '[]' AND outcome IS NULL THEN 'publisher-first'
  WHEN followers = 0 THEN 'not-followed'
END`;

/** Episodes without a text; none if nothing is transcribed, since no reason is stored then. */
const UNHEARD = `FROM episodes JOIN feeds ON feeds.id = episodes.feed_id
  LEFT JOIN transcripts ON transcripts.episode_id = episodes.id
  LEFT JOIN unheard ON unheard.episode_id = episodes.id
  WHERE (spoken IS NULL OR NOT ${HAS_TEXT}) AND EXISTS (SELECT 1 FROM unheard)`;

const reason = z.enum(UNHEARD_REASONS);

/** Returns why the episode has no transcript; null if it has one, or if no reason is known. */
export function* whyUnheard(episodeId: number): Work<UnheardReason | null> {
  const [found] = yield* rows(
    z.object({ reason: reason.nullable().catch(null) }),
    `SELECT ${REASON} AS reason ${UNHEARD} AND episodes.id = $1`,
    episodeId,
  );
  return found?.reason ?? null;
}

const unheardEpisode = z.object({
  podcast: z.string(),
  title: z.string(),
  reason: reason.catch('gave-up'),
  code: z.string().nullable(),
});

export type WhyUnheard = z.infer<typeof unheardEpisode>;

/** Max episodes of the operator's list. */
const MAX_LISTED = 5000;

/** Lists episodes since `sinceMs` without a transcript of shows that somebody follows, newest first. */
export function* unheardReasons(sinceMs: number): Work<WhyUnheard[]> {
  return yield* rows(
    unheardEpisode,
    `SELECT podcast, episodes.title, ${REASON} AS reason, code ${UNHEARD}
       AND episodes.id >= CAST($1 AS bigint) AND (followers > 0 OR unheard.reason IS NOT NULL)
       AND ${REASON} IS NOT NULL
     ORDER BY episodes.id DESC LIMIT ${MAX_LISTED}`,
    String(firstEpisodeId(sinceMs)),
  );
}
