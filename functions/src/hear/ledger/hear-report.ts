import { DAY_MS } from '../../contract/index.ts';
import { dayOf, type Ledger, usedSeconds } from './ledger.ts';

const WEEK_MS = 7 * DAY_MS;

/** Numbers only, without names. */
export interface HearReport {
  /** Spent or reserved from today's budget. */
  usedSeconds: number;
  waiting: number;
  /** Within a week. */
  failed: number;
  /** Length of the episodes transcribed within a week. */
  weekSeconds: number;
  /** Reason code while nothing is sent; otherwise null. */
  stopped: string | null;
}

export function hearReport(ledger: Ledger, now: number): HearReport {
  const { stop } = ledger;
  const jobs = Object.values(ledger.jobs);
  const ofWeek = (state: 'heard' | 'failed') =>
    jobs.filter((job) => job.state === state && now - (job.endedAtMs ?? 0) < WEEK_MS);
  return {
    usedSeconds: usedSeconds(ledger, dayOf(now)),
    waiting: jobs.filter(({ state }) => state === 'waiting').length,
    failed: ofWeek('failed').length,
    weekSeconds: ofWeek('heard').reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    stopped: stop !== null && stop.untilMs > now ? stop.code : null,
  };
}

export type ShowChoice = 'always' | 'auto' | 'never';

/** Takes effect in the next refresh. */
export function chooseShow(ledger: Ledger, feed: string, choice: ShowChoice): void {
  if (choice === 'auto') Reflect.deleteProperty(ledger.shows, feed);
  else ledger.shows[feed] = choice;
}
