import * as z from 'zod';
import { DAY_MS } from '../../contract/index.ts';

const hold = z.object({
  day: z.string(),
  seconds: z.number(),
});

const jobSchema = z.object({
  /** `feed` and `identity` identify the episode in any catalogue. */
  feed: z.string(),
  identity: z.string(),
  title: z.string(),
  podcast: z.string(),
  audio: z.string(),
  publishedAtMs: z.number(),
  language: z.string().nullable(),
  prompt: z.string(),
  /** Length stated in the feed; after cutting, length of the audio. */
  durationSeconds: z.number(),
  state: z.enum(['waiting', 'heard', 'failed']),
  askedAtMs: z.number(),
  endedAtMs: z.number().nullable(),
  nextTryAtMs: z.number(),
  /** Fetches of the audio since the last successful fetch. */
  tries: z.number(),
  failure: z.string().nullable(),
  lease: z.object({ id: z.string(), untilMs: z.number() }).nullable(),
  /** Seconds reserved for parts that have not been sent. */
  hold: hold.nullable(),
  /** How often each part was sent without a response, by hash of the part. */
  unanswered: z.record(z.string(), z.number()),
});

export type HearJob = z.infer<typeof jobSchema>;

const spent = z.object({
  billed: z.number(),
  /** Seconds sent without a response so far, which may have been billed. */
  unknown: z.number(),
});

const stopSchema = z.object({
  code: z.string(),
  message: z.string(),
  endpoint: z.string(),
  untilMs: z.number(),
});

export const ledgerSchema = z.object({
  version: z.literal(1),
  /** Keys are UTC days, newest last. */
  days: z.record(z.string(), spent),
  /** Keys come from {@link jobKey}. */
  jobs: z.record(z.string(), jobSchema),
  stop: stopSchema.nullable(),
  /** Longest part that each service accepts, by endpoint. */
  partMs: z.record(z.string(), z.number()),
  /** The operator's choices, by URL of the feed. */
  shows: z.record(z.string(), z.enum(['always', 'never'])),
});

/**
 * The source of truth for the budget. The ledger is a single object that is replaced as a whole, so that jobs
 * and budget change atomically.
 */
export type Ledger = z.infer<typeof ledgerSchema>;
export type DaySpent = z.infer<typeof spent>;

export const EMPTY_LEDGER: Ledger = {
  version: 1,
  days: {},
  jobs: {},
  stop: null,
  partMs: {},
  shows: {},
};

export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** Returns the start of the next UTC day in epoch milliseconds. */
export function nextDayMs(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/** Hashes of the parts that were sent; empty once the job has ended. */
export function sentParts(job: HearJob | undefined): string[] {
  return Object.keys(job?.unanswered ?? {});
}

/** Seconds of a day's budget that are spent, possibly spent, or reserved. */
export function usedSeconds(ledger: Ledger, day: string): number {
  const { billed = 0, unknown = 0 } = ledger.days[day] ?? {};
  const held = Object.values(ledger.jobs).reduce(
    (sum, { hold }) => sum + (hold?.day === day ? hold.seconds : 0),
    0,
  );
  return billed + unknown + held;
}

/** All services bill whole seconds, and some bill at least ten. */
const MIN_SECONDS = 10;

export function billedSeconds({ startMs, endMs }: { startMs: number; endMs: number }): number {
  return Math.max(MIN_SECONDS, Math.ceil((endMs - startMs) / 1000));
}
