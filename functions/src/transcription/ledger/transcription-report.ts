import { DAY_MS } from '../../contract/index.ts';
import { dayOf, isStopped, type Ledger, usedSeconds } from './ledger.ts';

const WEEK_MS = 7 * DAY_MS;

/** Contains no names of shows or episodes. */
export interface TranscriptionReport {
  /** Seconds of today's budget that are spent or reserved. */
  usedSeconds: number;
  waiting: number;
  /** Number of jobs that failed within a week. */
  failed: number;
  /** Total length of the episodes transcribed within a week. */
  weekSeconds: number;
  /** Code of the reason why nothing is sent; null if the service is not stopped. */
  stopped: string | null;
}

export function transcriptionReport(
  ledger: Ledger,
  endpoint: string,
  now: number,
): TranscriptionReport {
  const jobs = Object.values(ledger.jobs);
  const ofWeek = (state: 'heard' | 'failed') =>
    jobs.filter((job) => job.state === state && now - (job.endedAtMs ?? 0) < WEEK_MS);
  return {
    usedSeconds: usedSeconds(ledger, dayOf(now)),
    waiting: jobs.filter(({ state }) => state === 'waiting').length,
    failed: ofWeek('failed').length,
    weekSeconds: ofWeek('heard').reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    stopped: isStopped(ledger, endpoint, now) ? (ledger.stop?.code ?? null) : null,
  };
}

export type ShowChoice = 'always' | 'auto' | 'never';

/**
 * Running tasks send nothing more, and the next refresh deletes what was transcribed. No effect if nothing was ever
 * transcribed, because a refresh also reads the blocks of the catalogue.
 */
export function markBlocked(ledger: Ledger, feed: string, isBlocked: boolean): void {
  const isUsed = Object.keys({ ...ledger.days, ...ledger.jobs }).length > 0;
  const others = ledger.blocked.filter((each) => each !== feed);
  ledger.blocked = isBlocked && isUsed ? [...others, feed] : others;
}

/** The choice takes effect in the next refresh. */
export function chooseShow(ledger: Ledger, feed: string, choice: ShowChoice): void {
  if (choice === 'auto') Reflect.deleteProperty(ledger.shows, feed);
  else ledger.shows[feed] = choice;
}
