import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import {
  type TranscriptionJob,
  isStopped,
  type Ledger,
  MAX_PAUSE_MS,
  nextDayMs,
} from '../ledger/ledger.ts';
import type {
  TranscriptionFailure,
  TranscriptionFailureCode,
} from '../services/transcription-service.ts';

/** Codes of failed fetches that a retry does not fix. */
const FINAL = new Set(['forbidden-address', 'forbidden-port', 'bad-redirect', 'too-large']);
const MAX_TRIES = 6;
/** Statuses of audio that the host does not have or does not give. */
const GONE = new Set([401, 403, 404, 410, 451]);
/** Some hosts publish an episode minutes before its audio. */
const [MAX_TRIES_OF_GONE, GONE_PAUSE_MS] = [2, HOUR_MS];
const FIRST_PAUSE_MS = 15 * MINUTE_MS;

export function endJob(
  job: TranscriptionJob,
  state: 'heard' | 'failed',
  now: number,
  failure: string | null,
): void {
  const unneeded = { lease: null, hold: null, sends: {}, audio: '', prompt: '' };
  Object.assign(job, { state, failure, endedAtMs: now, ...unneeded });
}

/**
 * Counts a fetch before it begins, so that audio that crashes every worker is given up. Returns false if the
 * job has ended.
 */
export function countFetch(job: TranscriptionJob, now: number): boolean {
  if (job.tries >= MAX_TRIES) {
    endJob(job, 'failed', now, 'worker-died');
    return false;
  }
  job.tries += 1;
  return true;
}

/** Returns true if the job has ended. */
export function pauseJob(
  job: TranscriptionJob,
  { code, status = 0, retryAfterMs = 0 }: { code: string; status?: number; retryAfterMs?: number },
  now: number,
): boolean {
  const isGone = code === 'gone' || GONE.has(status);
  if (FINAL.has(code) || job.tries >= (isGone ? MAX_TRIES_OF_GONE : MAX_TRIES)) {
    endJob(job, 'failed', now, code);
    return true;
  }
  const firstMs = isGone ? GONE_PAUSE_MS : FIRST_PAUSE_MS;
  pauseFor(job, code, now, Math.max(retryAfterMs, firstMs * 2 ** Math.max(0, job.tries - 1)));
  return false;
}

/** Gives the job's reserved seconds back, so that other episodes use them meanwhile. */
export function pauseFor(job: TranscriptionJob, code: string, now: number, pauseMs: number): void {
  const nextTryAtMs = now + Math.min(pauseMs, MAX_PAUSE_MS);
  Object.assign(job, { failure: code, lease: null, hold: null, nextTryAtMs });
}

const STOPS: Partial<Record<TranscriptionFailureCode, (now: number, waitMs: number) => number>> = {
  'service-refused': (now) => now + DAY_MS,
  'service-unpaid': nextDayMs,
  'service-busy': (now, waitMs) => now + Math.max(waitMs, MINUTE_MS),
  // A restart takes minutes.
  'service-unreachable': (now) => now + 5 * MINUTE_MS,
};

/** Returns true if the operator must be alerted, which happens once per reason. */
export function stopService(
  ledger: Ledger,
  failure: TranscriptionFailure,
  endpoint: string,
  now: number,
): boolean {
  const until = STOPS[failure.code];
  if (until === undefined) return false;
  return stopUntil(ledger, failure, endpoint, until(now, failure.retryAfterMs ?? 0));
}

function stopUntil(
  ledger: Ledger,
  { code, message }: TranscriptionFailure,
  endpoint: string,
  untilMs: number,
): boolean {
  const isKnown = ledger.stop?.code === code && ledger.stop.endpoint === endpoint;
  ledger.stop = { code, message, endpoint, untilMs };
  return !isKnown && code !== 'service-busy';
}

const MAX_FAILING = 3;
const [FIRST_STOP_MS, MAX_STOP_MS] = [HOUR_MS, 6 * HOUR_MS];

/**
 * Stops the service if parts of several episodes have failed without success between them. One show does not
 * stop it for others. Returns true if the operator must be alerted.
 */
export function noteFailing(
  ledger: Ledger,
  key: string,
  failure: TranscriptionFailure,
  { endpoint, now }: { endpoint: string; now: number },
): boolean {
  if (isStopped(ledger, endpoint, now)) return false;
  const { keys: before, stops } =
    ledger.failing?.endpoint === endpoint ? ledger.failing : { keys: [], stops: 0 };
  const keys = [...before.filter((each) => each !== key), key].slice(-MAX_FAILING);
  const shows = new Set(keys.map((each) => ledger.jobs[each]?.feed));
  const isAlone = Object.values(ledger.jobs).every(
    ({ state, feed }) => state !== 'waiting' || shows.has(feed),
  );
  ledger.failing = { endpoint, keys, stops };
  if (keys.length < MAX_FAILING || (shows.size === 1 && !isAlone)) return false;
  ledger.failing = { endpoint, keys: [], stops: stops + 1 };
  const pauseMs = Math.min(FIRST_STOP_MS * 2 ** stops, MAX_STOP_MS);
  return stopUntil(ledger, failure, endpoint, now + pauseMs);
}

/** The service works again, so the operator must be alerted when it stops the next time. */
export function noteWorking(ledger: Ledger, endpoint: string, now: number): void {
  if (ledger.failing?.endpoint === endpoint) ledger.failing = null;
  if (ledger.stop?.endpoint === endpoint && !isStopped(ledger, endpoint, now)) ledger.stop = null;
}

/** A proxy may refuse long parts for a while, so a shorter length is forgotten after this time. */
const SHORT_PARTS_MS = DAY_MS;

export function shortenParts(ledger: Ledger, endpoint: string, partMs: number, now: number): void {
  ledger.partMs[endpoint] = partMs;
  ledger.partMsAt[endpoint] = now;
}

export function lengthenParts(ledger: Ledger, endpoint: string, now: number): void {
  if (ledger.partMs[endpoint] === undefined) return;
  const at = Math.min(ledger.partMsAt[endpoint] ?? now, now);
  ledger.partMsAt[endpoint] = at;
  if (now - at < SHORT_PARTS_MS) return;
  Reflect.deleteProperty(ledger.partMs, endpoint);
  Reflect.deleteProperty(ledger.partMsAt, endpoint);
}
