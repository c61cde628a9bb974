import pLimit from 'p-limit';
import * as z from 'zod';
import type { DigestReport, ReportedDigest } from '../mail/transport/mail-reports.ts';
import { log } from '../platform/log.ts';

const SETTLED_AT_ONCE = 8;

/** What settling reports needs of the outbox. */
export interface ReportedDigests {
  /** Owner and state of the digests, by their ids; deleted digests are left out. */
  find(digestIds: string[]): Promise<ReadonlyMap<string, { uid: unknown; state: unknown }>>;
  /** As `settleReport`. */
  settle(digestId: string, report: DigestReport): Promise<boolean>;
}

/** Digests by what the reports made of them; those that were so already are not counted. */
export interface ReportCounts {
  /** Of which nobody knew whether SendGrid had them. */
  taken: number;
  returned: number;
}

/**
 * Takes down what became of digests' mails. Nearly all reports are of mails that went out as recorded, and
 * cost no more than a look at their digest. Safe to repeat: a failure is thrown when the others are done,
 * so that SendGrid sends the list again.
 */
export async function settleReports(
  digests: ReportedDigests,
  reports: readonly ReportedDigest[],
): Promise<ReportCounts> {
  const counts: ReportCounts = { taken: 0, returned: 0 };
  const found = await digests.find([...new Set(reports.map(({ digestId }) => digestId))]);
  const news = reports.filter(({ digestId, uid, report }) => {
    const digest = found.get(digestId);
    return digest?.uid === uid && isRecent(digest.state, report);
  });
  const failures: unknown[] = [];
  await pLimit(SETTLED_AT_ONCE).map(news, async ({ digestId, uid, report }) => {
    try {
      if (!(await digests.settle(digestId, report))) return;
      counts[report.kind] += 1;
      const reason = report.kind === 'returned' ? report.reason : null;
      log(report.kind === 'returned' ? 'warn' : 'info', `digest-${report.kind}`, {
        ...{ digestId, uid, reason },
      });
    } catch (error) {
      // One that cannot be read will not be readable when the list comes again.
      if (error instanceof z.ZodError) log('error', 'digest-unreadable', { digestId });
      else failures.push(error);
    }
  });
  if (failures.length > 0) throw failures[0];
  return counts;
}

function isRecent(state: unknown, { kind }: DigestReport): boolean {
  return state === 'queued' || state === 'sending' || (kind === 'returned' && state === 'sent');
}
