import { dayOf, type DaySpent, type TranscriptionJob, type Ledger, usedSeconds } from './ledger.ts';

/** A job pays for a part twice at most: after a lost, unreadable or damaged answer it is sent once more. */
export const MAX_SENDS = 2;

/** Replaces the job's previous reservation. False, without changes, if the seconds exceed today's budget. */
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

/** The seconds count as spent until the service responds. They use today's budget, even if reserved earlier. */
export function noteSending(
  ledger: Ledger,
  key: string,
  part: { sha256: string; seconds: number; leftSeconds: number },
  budget: { now: number; secondsADay: number },
): SendDecision {
  const job = jobOf(ledger, key);
  const sent = job.sends[part.sha256] ?? 0;
  if (sent >= MAX_SENDS) return 'sent-too-often';
  const day = dayOf(budget.now);
  const isReserved = job.hold?.day === day && job.hold.seconds >= part.leftSeconds;
  if (!isReserved && !reserve(ledger, key, part.leftSeconds, budget)) return 'no-budget';
  job.hold = { day, seconds: (job.hold?.seconds ?? 0) - part.seconds };
  spentOn(ledger, day).unknown += part.seconds;
  job.sends[part.sha256] = sent + 1;
  return 'send';
}

/** The service certainly does not bill a refused part. It may refuse this part or, for now, any part. */
export type Charge = 'billed' | 'part-refused' | 'service-refused';

export function noteAnswer(
  ledger: Ledger,
  key: string,
  part: { sha256: string; seconds: number; day: string },
  charge: Charge,
): void {
  const job = jobOf(ledger, key);
  const spent = spentOn(ledger, part.day);
  spent.unknown -= part.seconds;
  if (charge === 'billed') spent.billed += part.seconds;
  if (charge === 'service-refused')
    job.sends[part.sha256] = Math.max(0, (job.sends[part.sha256] ?? 0) - 1);
}

function spentOn(ledger: Ledger, day: string): DaySpent {
  return (ledger.days[day] ??= { billed: 0, unknown: 0 });
}

/** Thrown if the operator excluded or blocked the show during its transcription. */
export class NoSuchJob extends Error {
  override name = 'NoSuchJob';
}

export function jobOf(ledger: Ledger, key: string): TranscriptionJob {
  const job = ledger.jobs[key];
  if (job === undefined || ledger.blocked.includes(job.feed)) throw new NoSuchJob();
  return job;
}
