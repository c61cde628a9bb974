import * as z from 'zod';
import { DAY_MS } from '../../contract/index.ts';

const hold = z.object({
  day: z.string(),
  seconds: z.number(),
});

const jobSchema = z.object({
  /** `feed` and `identity` are the episode's key in any catalogue. */
  feed: z.string(),
  identity: z.string(),
  title: z.string(),
  podcast: z.string(),
  audio: z.string(),
  publishedAtMs: z.number(),
  language: z.string().nullable(),
  prompt: z.string(),
  /** From the feed; after cutting, from the audio. */
  durationSeconds: z.number(),
  state: z.enum(['waiting', 'heard', 'failed']),
  askedAtMs: z.number(),
  endedAtMs: z.number().nullable(),
  nextTryAtMs: z.number(),
  /** Audio fetches without success. */
  tries: z.number(),
  failure: z.string().nullable(),
  lease: z.object({ id: z.string(), untilMs: z.number() }).nullable(),
  /** Reserved for parts that have not been sent. */
  hold: hold.nullable(),
  /** Sends without an answer, by the part's hash. */
  unanswered: z.record(z.string(), z.number()),
});

export type HearJob = z.infer<typeof jobSchema>;

const spent = z.object({
  billed: z.number(),
  /** Seconds sent without an answer so far, which may have been billed. */
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
  /** By UTC day, newest last. */
  days: z.record(z.string(), spent),
  /** By {@link jobKey}. */
  jobs: z.record(z.string(), jobSchema),
  stop: stopSchema.nullable(),
  /** Longest part that a service accepts, by endpoint. */
  partMs: z.record(z.string(), z.number()),
  /** The operator's choices, by address of the feed. */
  shows: z.record(z.string(), z.enum(['always', 'never'])),
});

/**
 * The source of truth for the budget: a single object, replaced as a whole, so that job and budget change
 * atomically.
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

/** Start of the next UTC day, epoch milliseconds. */
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

/** Some services bill at least ten seconds; all bill whole seconds. */
const MIN_SECONDS = 10;

export function billedSeconds({ startMs, endMs }: { startMs: number; endMs: number }): number {
  return Math.max(MIN_SECONDS, Math.ceil((endMs - startMs) / 1000));
}
