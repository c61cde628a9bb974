import { expect, test } from 'vitest';
import type { DigestReport } from '../../delivery/mail/transport/mail-reports.ts';
import { keepLog } from '../../testing/test-log.ts';
import { type ReportedDigests, settleReports } from './settle-reports.ts';

const taken: DigestReport = { kind: 'taken' };
const blocked: DigestReport = { kind: 'returned', reason: 'blocked' };

function outbox() {
  const states = ['queued', 'sending', 'sent', 'failed', 'cancelled', 'broken'];
  const settled: string[] = [];
  const digests: ReportedDigests = {
    find: (ids) =>
      Promise.resolve(
        new Map(
          states
            .filter((state) => ids.includes(state))
            .map((state) => [state, { uid: 'ada', state: state === 'broken' ? 'sent' : state }]),
        ),
      ),
    settle(id, { kind }) {
      if (id === 'broken') return Promise.reject(new Error('away'));
      settled.push(`${id} ${kind}`);
      return Promise.resolve(id !== 'queued');
    },
  };
  return { digests, settled };
}

const of = (digestId: string, report: DigestReport, uid = 'ada') => ({ digestId, uid, report });

test('only reports that may change a digest are processed', async () => {
  keepLog();
  const { digests, settled } = outbox();
  const all = ['queued', 'sending', 'sent', 'failed', 'cancelled', 'gone'];
  const reports = all.flatMap((id) => [of(id, taken), of(id, blocked), of(id, blocked, 'eve')]);
  expect(await settleReports(digests, reports)).toEqual({ taken: 1, returned: 2 });
  expect(settled.sort()).toEqual([
    'queued returned',
    'queued taken',
    'sending returned',
    'sending taken',
    'sent returned',
  ]);
});

test('a digest that cannot be settled does not affect others, and the list is retried', async () => {
  const lines = keepLog();
  const { digests, settled } = outbox();
  const reports = [of('broken', blocked), of('sent', blocked)];
  await expect(settleReports(digests, reports)).rejects.toThrow('away');
  expect(settled).toEqual(['sent returned']);
  expect(lines.join()).toContain('digest-returned');
});
