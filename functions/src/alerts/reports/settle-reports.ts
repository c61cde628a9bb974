import pLimit from 'p-limit';
import * as z from 'zod';
import type { DigestReport, ReportedDigest } from '../../delivery/mail/transport/mail-reports.ts';
import { log } from '../../platform/log.ts';

const SETTLED_AT_ONCE = 8;

export interface ReportedDigests {
  find(digestIds: string[]): Promise<ReadonlyMap<string, { uid: unknown; state: unknown }>>;
  settle(digestId: string, report: DigestReport): Promise<boolean>;
}

export interface ReportCounts {
  /** Digests with an unknown outcome that the mail service has accepted after all. */
  taken: number;
  returned: number;
}

/** Nearly all reports confirm the recorded state and cost only one read. Idempotent. */
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
        digestId,
        uid,
        reason,
      });
    } catch (error) {
      // Not rethrown, because a corrupt digest would fail again and the service would retry the list forever.
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
