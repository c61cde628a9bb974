import type { FeedFailure } from '../../feeds/feed-model.ts';
import type { OpenAudio } from '../../feeds/fetch/fetch-audio.ts';
import type { ObjectStore } from '../../catalogue/file/object-store.ts';
import { jobOf } from '../ledger/budget.ts';
import { changeLedger } from '../ledger/ledger-store.ts';
import { type TranscriptionJob, nextDayMs, sentParts } from '../ledger/ledger.ts';
import type { TranscriptionSettings } from '../services/services.ts';
import { removeAnswers } from './answers.ts';
import { removeAudio } from './cut-audio.ts';
import { removeText } from './transcribed-text.ts';
import { endJob, pauseFor, pauseJob } from './job-changes.ts';

export interface TranscriptionAccess {
  objects: ObjectStore;
  settings: TranscriptionSettings;
  openAudio: (url: string, signal: AbortSignal) => Promise<OpenAudio | FeedFailure>;
  clock: () => number;
}

export type TranscriptionEnd =
  | 'heard'
  /** The episode cannot be transcribed, or has no retries left. */
  | 'failed'
  /** Retried tomorrow if the budget is spent, or later if the audio or the service is unreachable. */
  | 'waits'
  /** Another worker has the job, or the job has ended. */
  | 'not-ours'
  /** This worker's time is over, and another worker continues. */
  | 'unfinished';

export interface Run extends TranscriptionAccess {
  key: string;
  job: TranscriptionJob;
  lease: string;
  untilMs: number;
}

export async function fetchFailed(
  run: Run,
  failure: Pick<FeedFailure, 'retryAfterMs' | 'status'> & { code: string },
): Promise<TranscriptionEnd> {
  const { objects, key, clock } = run;
  return changeLedger(objects, (ledger) => {
    const isOver = pauseJob(jobOf(ledger, key), failure, clock());
    return isOver ? 'failed' : 'waits';
  });
}

export async function waitForBudget(run: Run, seconds: number): Promise<TranscriptionEnd> {
  const { objects, key, clock, settings } = run;
  if (seconds > settings.secondsADay) return giveUp(run, 'longer-than-budget');
  await changeLedger(objects, (ledger) => {
    const job = jobOf(ledger, key);
    const nextTryAtMs = nextDayMs(clock());
    Object.assign(job, { lease: null, hold: null, nextTryAtMs, failure: 'no-budget' });
  });
  return 'waits';
}

/** Other episodes are transcribed meanwhile. */
export async function waitForPart(
  { objects, key, clock }: Run,
  code: string,
  pauseMs: number,
): Promise<TranscriptionEnd> {
  await changeLedger(objects, (ledger) => pauseFor(jobOf(ledger, key), code, clock(), pauseMs));
  return 'waits';
}

export async function release(
  { objects, key, lease }: Run,
  end: TranscriptionEnd = 'unfinished',
): Promise<TranscriptionEnd> {
  await changeLedger(objects, (ledger) => {
    const job = jobOf(ledger, key);
    if (job.lease?.id === lease) job.lease = null;
  });
  return end;
}

export async function giveUp(
  { objects, key, clock, settings }: Run,
  code: string,
): Promise<TranscriptionEnd> {
  // Removes the audio first, so that a crash before the next step leaves none behind.
  await removeAudio(objects, key);
  const sent = await changeLedger(objects, (ledger) => {
    const job = jobOf(ledger, key);
    const parts = sentParts(job);
    endJob(job, 'failed', clock(), code);
    return parts;
  });
  // Removes the responses last, so that no part is paid for twice after a crash.
  await removeAnswers(objects, settings.endpoint, sent);
  return 'failed';
}

/** Deletes the text, the audio and the answers of a job. `sent`: hashes of the parts that were sent. */
export async function removeJobData(
  objects: ObjectStore,
  endpoint: string,
  key: string,
  sent: readonly string[],
): Promise<void> {
  await removeText(objects, key);
  await removeAudio(objects, key);
  await removeAnswers(objects, endpoint, sent);
}
