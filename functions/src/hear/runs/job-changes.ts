import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { type HearJob, type Ledger, nextDayMs } from '../ledger/ledger.ts';
import type { HearFailure, HearFailureCode } from '../services/transcription-service.ts';

/** Codes of failed fetches that a retry does not fix. */
const FINAL = new Set(['gone', 'forbidden-address', 'forbidden-port', 'bad-redirect', 'too-large']);
const MAX_TRIES = 6;
const FIRST_PAUSE_MS = 15 * MINUTE_MS;

export function endJob(
  job: HearJob,
  state: 'heard' | 'failed',
  now: number,
  failure: string | null,
): void {
  Object.assign(job, { state, failure, endedAtMs: now, lease: null, hold: null, unanswered: {} });
}

/**
 * Counts a fetch before it begins, so that audio that crashes every worker is given up. Returns false if the
 * job has ended.
 */
export function countFetch(job: HearJob, now: number): boolean {
  if (job.tries >= MAX_TRIES) {
    endJob(job, 'failed', now, 'worker-died');
    return false;
  }
  job.tries += 1;
  return true;
}

/** Returns true if the job has ended. */
export function pauseJob(
  job: HearJob,
  { code, retryAfterMs, now }: { code: string; retryAfterMs: number; now: number },
): boolean {
  if (FINAL.has(code) || job.tries >= MAX_TRIES) {
    endJob(job, 'failed', now, code);
    return true;
  }
  const pauseMs = Math.max(retryAfterMs, FIRST_PAUSE_MS * 2 ** Math.max(0, job.tries - 1));
  Object.assign(job, { failure: code, lease: null, hold: null, nextTryAtMs: now + pauseMs });
  return false;
}

const STOPS: Partial<Record<HearFailureCode, (now: number, waitMs: number) => number>> = {
  'service-refused': (now) => now + DAY_MS,
  'service-unpaid': nextDayMs,
  'service-busy': (now, waitMs) => now + Math.max(waitMs, MINUTE_MS),
  // A restart takes minutes.
  'service-unreachable': (now) => now + 5 * MINUTE_MS,
  // The settings are probably wrong, and each further part would be paid for nothing.
  'no-segments': (now) => now + HOUR_MS,
  'unreadable-answer': (now) => now + HOUR_MS,
};

/** Returns true if the operator must be alerted, which happens once per reason. */
export function stopService(
  ledger: Ledger,
  { code, message, retryAfterMs = 0 }: HearFailure,
  endpoint: string,
  now: number,
): boolean {
  const until = STOPS[code];
  if (until === undefined) return false;
  const isKnown = ledger.stop?.code === code && ledger.stop.endpoint === endpoint;
  ledger.stop = { code, message, endpoint, untilMs: until(now, retryAfterMs) };
  return !isKnown && code !== 'service-busy';
}
