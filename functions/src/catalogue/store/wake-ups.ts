import * as z from 'zod';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import type { Dialect } from '../engines/dialect.ts';
import { rows, run, type Work } from './work.ts';

/** Ways to hear that feeds changed, besides asking them. */
export const channelSchema = z.enum(['change-list', 'podping']);

export type Channel = z.infer<typeof channelSchema>;

/** A feed is made due by wake-ups once in this time: some hosts announce each change of a draft. */
const WAKE_EVERY_MS = 5 * MINUTE_MS;
/** Counts are kept by the hour, for so long. */
const COUNTED_MS = 2 * DAY_MS;

export interface WakeUp {
  channel: Channel;
  /** Addresses of feeds; unknown ones are ignored. */
  urls: readonly string[];
  now: number;
}

/** State of a channel between two runs. Times are epoch milliseconds. */
export interface ChannelState {
  /** The list of changes: how far it was read. Podping: when the hub was asked last. Null before. */
  position: number | null;
  /** When a subscription ends; 0 without one. */
  leaseUntilMs: number;
  /** Why the last reading failed; null after one that went well. */
  failure: string | null;
}

/** A channel that was never used. */
export const PODPING_UNUSED: ChannelState = { position: null, leaseUntilMs: 0, failure: null };

export interface ChannelReport extends ChannelState {
  channel: Channel;
  /** First use, epoch milliseconds. */
  sinceMs: number;
  /** Feeds in the last 24 hours: announced, thereby due, and found to have new episodes. */
  announced: number;
  woken: number;
  brought: number;
}

/**
 * Makes announced feeds due now; those that fail wait for their pause, and the unknown are ignored.
 * @returns How many feeds became due.
 */
export function* wakeFeeds({ table }: Dialect, { channel, urls, now }: WakeUp): Work<number> {
  const named = [...new Set(urls.flatMap(bothSchemes))].map((url) => [url]);
  const announced = `(SELECT url FROM ${table('$1', { url: 'text' })} AS item)`;
  const woken =
    named.length === 0
      ? []
      : yield* rows(
          `UPDATE feeds SET
             next_fetch_at_ms = CASE WHEN next_fetch_at_ms < $2 THEN next_fetch_at_ms ELSE $2 END,
             pushed_at_ms = $2, pushed_by = $3
           WHERE (url IN ${announced} OR moved_to IN ${announced})
             AND source IS NOT NULL AND state <> 'dropped' AND failures = 0
             AND (pushed_at_ms IS NULL OR pushed_at_ms <= $4 OR pushed_at_ms > $2)
           RETURNING id`,
          ...[named, now, channel, now - WAKE_EVERY_MS],
        );
  yield* count(channel, now, [urls.length, woken.length, 0]);
  return woken.length;
}

/** The same address with http and with https: hosts announce either. */
function bothSchemes(url: string): string[] {
  const rest = url.replace(/^https?:/, '');
  return [`https:${rest}`, `http:${rest}`];
}

/** Counts feeds that a channel announced and that had new episodes. */
export function countBrought(channel: Channel, feeds: number, now: number): Work<void> {
  return count(channel, now, [0, 0, feeds]);
}

function* count(
  channel: Channel,
  now: number,
  [announced, woken, brought]: readonly [number, number, number],
): Work<void> {
  yield* run(
    `INSERT INTO wake_ups (channel, hour_ms, announced, woken, brought) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (channel, hour_ms) DO UPDATE SET
       announced = wake_ups.announced + excluded.announced,
       woken = wake_ups.woken + excluded.woken,
       brought = wake_ups.brought + excluded.brought`,
    ...[channel, Math.floor(now / HOUR_MS) * HOUR_MS, announced, woken, brought],
  );
  yield* run('DELETE FROM wake_ups WHERE hour_ms < $1', now - COUNTED_MS);
}

export function recordChannel(channel: Channel, state: ChannelState, now: number): Work<void> {
  const { position, leaseUntilMs, failure } = state;
  return run(
    `INSERT INTO channels (channel, since_ms, position, lease_until_ms, failure)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (channel) DO UPDATE SET position = excluded.position,
       lease_until_ms = excluded.lease_until_ms, failure = excluded.failure`,
    ...[channel, now, position, leaseUntilMs, failure],
  );
}

const channelRows = z.array(
  z.tuple([
    ...([channelSchema, z.number(), z.number().nullable()] as const),
    ...([z.number(), z.string().nullable(), z.number(), z.number(), z.number()] as const),
  ]),
);

/** Every channel that was used. */
export function* channels({ types }: Dialect, now: number): Work<ChannelReport[]> {
  const found = yield* rows(
    `SELECT channels.channel, since_ms, position, lease_until_ms, failure,
       ${['announced', 'woken', 'brought'].map((name) => `CAST(coalesce(sum(${name}), 0) AS ${types.integer})`).join(', ')}
     FROM channels LEFT JOIN wake_ups
       ON wake_ups.channel = channels.channel AND hour_ms > $1
     GROUP BY channels.channel, since_ms, position, lease_until_ms, failure
     ORDER BY channels.channel`,
    now - DAY_MS,
  );
  return channelRows
    .parse(found)
    .map(([channel, sinceMs, position, leaseUntilMs, failure, ...sums]) => {
      const [announced, woken, brought] = sums;
      return { channel, sinceMs, position, leaseUntilMs, failure, announced, woken, brought };
    });
}

/** True of a channel that has been used for a day and brought nothing in it. */
export function isSilent({ sinceMs, brought }: ChannelReport, now: number): boolean {
  return brought === 0 && now - sinceMs >= DAY_MS;
}
