import * as z from 'zod';
import { DAY_MS } from '../../contract/index.ts';

const hold = z.object({
  /** The UTC day whose budget holds the seconds. */
  day: z.string(),
  seconds: z.number(),
});

const jobSchema = z.object({
  /** Address of the feed and identity of its item: the episode's key in any catalogue. */
  feed: z.string(),
  identity: z.string(),
  title: z.string(),
  podcast: z.string(),
  audio: z.string(),
  publishedAtMs: z.number(),
  language: z.string().nullable(),
  prompt: z.string(),
  /** By the feed; after cutting, as cut. */
  durationSeconds: z.number(),
  state: z.enum(['waiting', 'heard', 'failed']),
  askedAtMs: z.number(),
  /** When it was heard or given up. */
  endedAtMs: z.number().nullable(),
  nextTryAtMs: z.number(),
  /** How often the audio was fetched, without success. */
  tries: z.number(),
  /** Code of the last failure. */
  failure: z.string().nullable(),
  lease: z.object({ id: z.string(), untilMs: z.number() }).nullable(),
  /** What is reserved for parts that have not been sent. */
  hold: hold.nullable(),
  /** How often each part was sent without an answer, by the hash of its bytes. */
  unanswered: z.record(z.string(), z.number()),
});

export type HearJob = z.infer<typeof jobSchema>;

const spent = z.object({
  /** Seconds with an answer. */
  billed: z.number(),
  /** Seconds sent without an answer so far: they may have been billed. */
  unknown: z.number(),
});

const stopSchema = z.object({
  code: z.string(),
  message: z.string(),
  /** The service and the model that the stop is about. */
  endpoint: z.string(),
  untilMs: z.number(),
});

export const ledgerSchema = z.object({
  version: z.literal(1),
  /** Seconds of each UTC day, newest last. */
  days: z.record(z.string(), spent),
  /** By {@link jobKey}. */
  jobs: z.record(z.string(), jobSchema),
  stop: stopSchema.nullable(),
  /** Longest part that a service takes, milliseconds, by endpoint. */
  partMs: z.record(z.string(), z.number()),
  /** What the operator chose, by address of the feed. */
  shows: z.record(z.string(), z.enum(['always', 'never'])),
});

/**
 * What was asked of the service, and what it cost: the truth about the budget. It is one object in the bucket,
 * replaced only as a whole, so that job and budget change in one step.
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

/** When the UTC day after `now` begins, epoch milliseconds. */
export function nextDayMs(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/** Seconds that a day's budget can no longer give: spent, perhaps spent, or reserved. */
export function usedSeconds(ledger: Ledger, day: string): number {
  const { billed = 0, unknown = 0 } = ledger.days[day] ?? {};
  const held = Object.values(ledger.jobs).reduce(
    (sum, { hold }) => sum + (hold?.day === day ? hold.seconds : 0),
    0,
  );
  return billed + unknown + held;
}

/** Some services bill ten seconds at least, and all of them whole ones. */
const LEAST_SECONDS = 10;

export function billedSeconds({ startMs, endMs }: { startMs: number; endMs: number }): number {
  return Math.max(LEAST_SECONDS, Math.ceil((endMs - startMs) / 1000));
}
