import { beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../../contract/index.ts';
import type { Digest } from './digest.ts';
import { queuedProgress } from './digest-progress.ts';
import { messageParts } from '../fixtures/message-parts.ts';
import { type StoredOutbox, storedOutbox } from '../fixtures/stored-outbox.ts';
import { resumeDigests } from './resume-digests.ts';
import { keepLog, logEntries } from '../../testing/test-log.ts';

beforeEach(() => void keepLog());

const now = Date.UTC(2026, 10, 21, 12, 30);

let outbox: StoredOutbox;
let tasks: string[];

beforeEach(() => {
  outbox = storedOutbox();
  tasks = [];
});

function add(id: string, minutesAgo: number, fields: Partial<Digest> = {}): void {
  outbox.digests.set(id, {
    uid: 'ada',
    slotMs: now,
    cadence: 'daily',
    sections: [],
    ...queuedProgress(now - minutesAgo * MINUTE_MS),
    ...fields,
  });
}

function sweep(failing: readonly string[] = []) {
  const queue = {
    async enqueue(id: string, occasion: string) {
      await Promise.resolve();
      if (failing.includes(id)) throw new Error('refused');
      tasks.push(`${id} ${occasion}`);
    },
  };
  return resumeDigests({ ...messageParts(), store: outbox.store(), queue }, now);
}

test('an unclaimed digest gets its first task after two minutes, later one per hour', async () => {
  add('new', 1);
  add('lost', 3);
  add('old', 61);
  expect(await sweep()).toEqual({ resumed: 2, failed: 0, oldestWaitingMs: 61 * MINUTE_MS });
  expect(tasks.sort()).toEqual(['lost first', 'old 2026-11-21T12']);
});

test('a digest that could not be sent gets a task per hour after the queue’s retries', async () => {
  add('retried', 9, { attempt: 1, code: 'sendgrid-503' });
  add('failing', 11, { attempt: 4, code: 'sendgrid-503' });
  expect(await sweep()).toEqual({ resumed: 1, failed: 0, oldestWaitingMs: 11 * MINUTE_MS });
  expect(tasks).toEqual(['failing 2026-11-21T12']);
});

test('a digest gets one task per crashed sender', async () => {
  const sending = { state: 'sending', attempt: 2 } as const;
  add('died', 6, { ...sending, leaseUntilMs: now - 1 });
  add('at work', 6, { ...sending, leaseUntilMs: now });
  add('done', 6, { state: 'sent' });
  await sweep();
  expect(tasks).toEqual(['died after-2']);
});

test('a task that cannot be queued does not affect the others', async () => {
  for (const id of ['a', 'b', 'c', 'd']) add(id, 5);
  const lines = keepLog();
  const summary = { resumed: 2, failed: 2, oldestWaitingMs: 5 * MINUTE_MS };
  expect(await sweep(['a', 'c'])).toEqual(summary);
  // An alarm reads this entry.
  const expected = { event: 'digests-resumed', ...summary };
  expect(logEntries(lines)).toContainEqual(expect.objectContaining(expected));
  expect(tasks.sort()).toEqual(['b first', 'd first']);
});
