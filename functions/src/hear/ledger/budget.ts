import { dayOf, type DaySpent, type HearJob, type Ledger, usedSeconds } from './ledger.ts';

/** A part is sent a second time when its answer was lost, and then never again. */
const MOST_SENDS = 2;

/**
 * Reserves seconds for a job in today's budget, in place of what it holds. False, without changes, if they do
 * not fit.
 */
export function reserve(
  ledger: Ledger,
  key: string,
  seconds: number,
  { now, secondsADay }: { now: number; secondsADay: number },
): boolean {
  const job = jobOf(ledger, key);
  const day = dayOf(now);
  const others = usedSeconds(ledger, day) - (job.hold?.day === day ? job.hold.seconds : 0);
  if (others + seconds > secondsADay) return false;
  job.hold = { day, seconds };
  return true;
}

export type SendDecision = 'send' | 'no-budget' | 'sent-too-often';

/**
 * Notes that a part is about to be sent: its seconds are no longer reserved, and count as spent until an
 * answer says otherwise. They are taken from today's budget, even if they were reserved yesterday.
 */
export function noteSending(
  ledger: Ledger,
  key: string,
  part: { sha256: string; seconds: number; leftSeconds: number },
  budget: { now: number; secondsADay: number },
): SendDecision {
  const job = jobOf(ledger, key);
  const sent = job.unanswered[part.sha256] ?? 0;
  if (sent >= MOST_SENDS) return 'sent-too-often';
  const day = dayOf(budget.now);
  const isHeld = job.hold?.day === day && job.hold.seconds >= part.leftSeconds;
  if (!isHeld && !reserve(ledger, key, part.leftSeconds, budget)) return 'no-budget';
  job.hold = { day, seconds: (job.hold?.seconds ?? 0) - part.seconds };
  spentOn(ledger, day).unknown += part.seconds;
  job.unanswered[part.sha256] = sent + 1;
  return 'send';
}

/**
 * Notes an answer to what was sent on a day. `refused`: the service has certainly not billed it.
 */
export function noteAnswer(
  ledger: Ledger,
  key: string,
  part: { sha256: string; seconds: number; day: string },
  answer: 'billed' | 'refused',
): void {
  const job = jobOf(ledger, key);
  const spent = spentOn(ledger, part.day);
  spent.unknown -= part.seconds;
  if (answer === 'billed') {
    spent.billed += part.seconds;
    job.unanswered[part.sha256] = 0;
    return;
  }
  job.unanswered[part.sha256] = Math.max(0, (job.unanswered[part.sha256] ?? 0) - 1);
}

function spentOn(ledger: Ledger, day: string): DaySpent {
  return (ledger.days[day] ??= { billed: 0, unknown: 0 });
}

/** The operator has excluded the show while a worker heard it. */
export class NoSuchJob extends Error {
  override name = 'NoSuchJob';
}

export function jobOf(ledger: Ledger, key: string): HearJob {
  const job = ledger.jobs[key];
  if (job === undefined) throw new NoSuchJob();
  return job;
}
