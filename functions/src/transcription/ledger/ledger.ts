import * as z from 'zod';
import { DAY_MS, MINUTE_MS } from '../../contract/index.ts';

const hold = z.object({
  day: z.string(),
  seconds: z.number(),
});

const jobFields = z.object({
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
  /** How often each part was sent, by hash of the part. Not counted if the service refused any part. */
  sends: z.record(z.string(), z.number()),
});

/** 1.1 called `sends` `unanswered`. */
const jobSchema = z.preprocess(
  (job) =>
    typeof job === 'object' && job !== null && 'unanswered' in job
      ? { sends: job.unanswered, ...job }
      : job,
  jobFields,
);

export type TranscriptionJob = z.infer<typeof jobSchema>;

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

const failingSchema = z.object({
  endpoint: z.string(),
  /** Jobs with a failed part since the service last transcribed one or stopped. */
  keys: z.array(z.string()),
  /** How often the service stopped for this since it last transcribed a part. */
  stops: z.number(),
});

export const ledgerSchema = z.object({
  version: z.literal(1),
  /** Keys are UTC days, newest last. */
  days: z.record(z.string(), spent),
  /** Keys come from {@link jobKey}. */
  jobs: z.record(z.string(), jobSchema),
  stop: stopSchema.nullable(),
  failing: failingSchema.nullable().default(null),
  /** Longest part that each service accepts, by endpoint. */
  partMs: z.record(z.string(), z.number()),
  /** When each of `partMs` was learned, in epoch milliseconds. */
  partMsAt: z.record(z.string(), z.number()).default({}),
  /** The operator's choices, by URL of the feed. */
  shows: z.record(z.string(), z.enum(['always', 'never'])),
  /** Feeds that the operator blocked. Tasks do not read the catalogue, which has the same blocks. */
  blocked: z.array(z.string()).default([]),
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
  failing: null,
  partMs: {},
  partMsAt: {},
  shows: {},
  blocked: [],
};

export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** Returns the start of the next UTC day in epoch milliseconds. */
export function nextDayMs(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/** Hashes of the parts that were sent; empty once the job has ended. */
export function sentParts(job: TranscriptionJob | undefined): string[] {
  return Object.keys(job?.sends ?? {});
}

/** Longer than any worker runs. */
export const LEASE_MS = 10 * MINUTE_MS;
/** No job and no service pauses for longer. */
export const MAX_PAUSE_MS = DAY_MS;

/** False for a time further ahead than `maxMs`, too: a wrong clock wrote it. */
function isAhead(ms: number, now: number, maxMs = MAX_PAUSE_MS): boolean {
  return ms > now && ms <= now + maxMs;
}

export function isStopped({ stop }: Ledger, endpoint: string, now: number): boolean {
  return stop?.endpoint === endpoint && isAhead(stop.untilMs, now);
}

/** True if a worker may take the job. */
export function isDue({ state, nextTryAtMs, lease }: TranscriptionJob, now: number): boolean {
  if (state !== 'waiting' || isAhead(nextTryAtMs, now)) return false;
  return lease === null || !isAhead(lease.untilMs, now, LEASE_MS);
}

/** Seconds that jobs will reserve as soon as their audio is fetched. A job that pauses needs none. */
export function awaitedSeconds({ jobs }: Ledger, now: number): number {
  return Object.values(jobs).reduce(
    (sum, { state, hold, nextTryAtMs, durationSeconds }) =>
      sum +
      (state === 'waiting' && hold === null && !isAhead(nextTryAtMs, now) ? durationSeconds : 0),
    0,
  );
}

/** Max jobs that are waiting or failed, so that shows whose audio is gone do not fill the ledger. */
const [MAX_UNTRANSCRIBED, MAX_UNTRANSCRIBED_OF_SHOW] = [5000, 20];

/** Returns a function that counts a new job of the show; false if there is no room for it. */
export function countNewJobs({ jobs }: Ledger): (feed: string) => boolean {
  const ofShow = new Map<string, number>();
  const count = (feed: string) => ofShow.set(feed, (ofShow.get(feed) ?? 0) + 1);
  const untranscribed = Object.values(jobs).filter(({ state }) => state !== 'heard');
  for (const { feed } of untranscribed) count(feed);
  let total = untranscribed.length;
  return (feed) => {
    if (total >= MAX_UNTRANSCRIBED || (ofShow.get(feed) ?? 0) >= MAX_UNTRANSCRIBED_OF_SHOW)
      return false;
    count(feed);
    total += 1;
    return true;
  };
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
