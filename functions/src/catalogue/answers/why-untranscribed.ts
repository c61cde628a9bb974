import * as z from 'zod';
import { UNTRANSCRIBED_REASONS, type UntranscribedReason } from '../../contract/index.ts';
import { firstEpisodeId } from '../schema/episode-id.ts';
import { HAS_TEXT, MAX_TRANSCRIBED_S, MIN_TRANSCRIBED_S } from '../schema/has-text.ts';
import { rows, type Work } from '../schema/work.ts';

/** Decisions of the refresh are stored; what a feed states is read from the feed. */
const REASON = `CASE
  WHEN forbids_services = 1 THEN 'forbidden'
  WHEN state = 'followers' THEN 'followers-only'
  WHEN audio IS NULL THEN 'no-audio'
  WHEN unheard.reason IS NOT NULL THEN unheard.reason
  WHEN duration_s > ${MAX_TRANSCRIBED_S} THEN 'too-long'
  WHEN duration_s < ${MIN_TRANSCRIBED_S} THEN 'too-short'
  WHEN sources <> '[]' AND outcome IS NULL THEN 'publisher-first'
  WHEN followers = 0 THEN 'not-followed'
END`;

/** Episodes without a text; none if nothing is transcribed, since no reason is stored then. */
const UNTRANSCRIBED = `FROM episodes JOIN feeds ON feeds.id = episodes.feed_id
  LEFT JOIN transcripts ON transcripts.episode_id = episodes.id
  LEFT JOIN unheard ON unheard.episode_id = episodes.id
  WHERE (spoken IS NULL OR NOT ${HAS_TEXT}) AND EXISTS (SELECT 1 FROM unheard)`;

const reason = z.enum(UNTRANSCRIBED_REASONS);

/** Returns why the episode has no transcript; null if it has one, or if no reason is known. */
export function* whyUntranscribed(episodeId: number): Work<UntranscribedReason | null> {
  const [found] = yield* rows(
    z.object({ reason: reason.nullable().catch(null) }),
    `SELECT ${REASON} AS reason ${UNTRANSCRIBED} AND episodes.id = $1`,
    episodeId,
  );
  return found?.reason ?? null;
}

const untranscribedEpisode = z.object({
  podcast: z.string(),
  title: z.string(),
  reason: reason.catch('gave-up'),
  code: z.string().nullable(),
});

export type WhyUntranscribed = z.infer<typeof untranscribedEpisode>;

/** Max episodes of the operator's list. */
const MAX_LISTED = 5000;

/** Lists episodes since `sinceMs` without a transcript of shows that somebody follows, newest first. */
export function* untranscribedReasons(sinceMs: number): Work<WhyUntranscribed[]> {
  return yield* rows(
    untranscribedEpisode,
    `SELECT podcast, episodes.title, ${REASON} AS reason, code ${UNTRANSCRIBED}
       AND episodes.id >= CAST($1 AS bigint) AND (followers > 0 OR unheard.reason IS NOT NULL)
       AND ${REASON} IS NOT NULL
     ORDER BY episodes.id DESC LIMIT ${MAX_LISTED}`,
    String(firstEpisodeId(sinceMs)),
  );
}
