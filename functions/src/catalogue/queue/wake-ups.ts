import * as z from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { engine, rows, run, type Work } from '../sql/work.ts';

/** Services that announce changed feeds. */
export const announcerSchema = z.enum(['change-list']);

export type Announcer = z.infer<typeof announcerSchema>;

/** Announcements make a feed due at most once in this time: some hosts announce each change of a draft. */
const WAKE_EVERY_MS = 5 * MINUTE_MS;
/** How long hourly counts are kept. */
const COUNTED_MS = 2 * DAY_MS;

export interface WakeUp {
  announcer: Announcer;
  /** Addresses of feeds; unknown ones are ignored. */
  urls: readonly string[];
  now: number;
}

/** State of an announcer between two runs. */
export interface AnnouncerState {
  /** Position up to which its list was read; null before the first reading. */
  position: number | null;
  /** Why the last reading failed; null after a success. */
  failure: string | null;
}

export interface AnnouncerReport extends AnnouncerState {
  announcer: Announcer;
  /** First use, epoch milliseconds. */
  sinceMs: number;
  /** Feeds in the last 24 hours: announced, thereby due, and found to have new episodes. */
  announced: number;
  woken: number;
  brought: number;
}

/**
 * Makes announced feeds due now. Feeds whose last fetch failed keep their pause; unknown feeds are ignored.
 * @returns How many feeds became due.
 */
export function* wakeFeeds({ announcer, urls, now }: WakeUp): Work<number> {
  const { table } = yield* engine();
  const named = [...new Set(urls.flatMap(bothSchemes))].map((url) => [url]);
  const announced = `(SELECT url FROM ${table('$1', { url: 'text' })} AS item)`;
  const woken =
    named.length === 0
      ? []
      : yield* rows(
          z.object({ id: z.number() }),
          `UPDATE feeds SET
             next_fetch_at_ms = CASE WHEN next_fetch_at_ms < $2 THEN next_fetch_at_ms ELSE $2 END,
             pushed_at_ms = $2, pushed_by = $3
           WHERE (url IN ${announced} OR moved_to IN ${announced})
             AND source IS NOT NULL AND state <> 'dropped' AND failures = 0
             AND (pushed_at_ms IS NULL OR pushed_at_ms <= $4 OR pushed_at_ms > $2)
           RETURNING id`,
          named,
          now,
          announcer,
          now - WAKE_EVERY_MS,
        );
  yield* count(announcer, now, [urls.length, woken.length, 0]);
  return woken.length;
}

/** The same address with http and with https: hosts announce either. */
function bothSchemes(url: string): string[] {
  const rest = url.replace(/^https?:/, '');
  return [`https:${rest}`, `http:${rest}`];
}

/** Counts feeds that an announcer announced and that had new episodes. */
export function countBrought(announcer: Announcer, feeds: number, now: number): Work<void> {
  return count(announcer, now, [0, 0, feeds]);
}

function* count(
  announcer: Announcer,
  now: number,
  [announced, woken, brought]: readonly [number, number, number],
): Work<void> {
  yield* run(
    `INSERT INTO wake_ups (announcer, hour_ms, announced, woken, brought) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (announcer, hour_ms) DO UPDATE SET
       announced = wake_ups.announced + excluded.announced,
       woken = wake_ups.woken + excluded.woken,
       brought = wake_ups.brought + excluded.brought`,
    announcer,
    Math.floor(now / HOUR_MS) * HOUR_MS,
    announced,
    woken,
    brought,
  );
  yield* run('DELETE FROM wake_ups WHERE hour_ms < $1', now - COUNTED_MS);
}

export function recordAnnouncer(
  announcer: Announcer,
  state: AnnouncerState,
  now: number,
): Work<void> {
  const { position, failure } = state;
  return run(
    `INSERT INTO announcers (announcer, since_ms, position, failure) VALUES ($1, $2, $3, $4)
     ON CONFLICT (announcer) DO UPDATE SET position = excluded.position, failure = excluded.failure`,
    announcer,
    now,
    position,
    failure,
  );
}

const report = z.object({
  announcer: announcerSchema,
  sinceMs: z.number(),
  position: z.number().nullable(),
  failure: z.string().nullable(),
  announced: z.number(),
  woken: z.number(),
  brought: z.number(),
}) satisfies z.ZodType<AnnouncerReport>;

/** Every announcer that was used. */
export function* announcers(now: number): Work<AnnouncerReport[]> {
  const { types } = yield* engine();
  return yield* rows(
    report,
    `SELECT announcers.announcer, since_ms, position, failure,
       ${['announced', 'woken', 'brought'].map((name) => `CAST(coalesce(sum(${name}), 0) AS ${types.integer}) AS ${name}`).join(', ')}
     FROM announcers LEFT JOIN wake_ups
       ON wake_ups.announcer = announcers.announcer AND hour_ms > $1
     GROUP BY announcers.announcer, since_ms, position, failure
     ORDER BY announcers.announcer`,
    now - DAY_MS,
  );
}

/** True of an announcer that has been used for a day and brought nothing in it. */
export function isSilent({ sinceMs, brought }: AnnouncerReport, now: number): boolean {
  return brought === 0 && now - sinceMs >= DAY_MS;
}
