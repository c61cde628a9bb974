import { expect, test } from 'vitest';
import { sampleDigestEpisode } from '../../delivery/mail/digest/fixtures/sample-digest-episode.ts';
import type { StoredChannel } from '../fixtures/stored-channel.ts';
import { storedOutbox } from '../fixtures/stored-outbox.ts';
import type { Digest } from './digest.ts';
import { queuedProgress } from './digest-progress.ts';
import { keyHash, pairBytes } from './sent-log.ts';
import { resendMessage } from './resend-message.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

const CHANNEL: StoredChannel = {
  from: {},
  id: 'hook',
  uid: 'ada',
  kind: 'webhook',
  name: 'Hook',
  host: '',
  alerts: 'all',
  state: 'on',
  createdAtMs: 0,
  sinceMs: 0,
  chosenAtMs: 0,
};

const FAILED: Digest = {
  uid: 'ada',
  slotMs: NOW,
  cadence: 'hourly',
  sections: [
    {
      alertId: 'a',
      keyword: 'ledgers',
      episodes: [sampleDigestEpisode()],
      moreCount: 0,
      episodeIds: pairBytes([keyHash('one')]),
      keys: pairBytes([keyHash('episode')]),
    },
  ],
  ...queuedProgress(NOW),
  state: 'failed',
  channel: { id: 'hook', kind: 'webhook' },
};

interface World {
  by?: string;
  id?: string;
  change?: Partial<Digest>;
  channel?: Partial<StoredChannel> | null;
}

async function resent({ by = 'ada', id = 'one', change = {}, channel = {} }: World) {
  const outbox = storedOutbox();
  outbox.digests.set('one', { ...FAILED, ...change });
  if (channel !== null) outbox.channels.set('hook', { ...CHANNEL, ...channel });
  const queued: string[] = [];
  const messages = { enqueue: (task: string) => Promise.resolve(void queued.push(task)) };
  const outcome = await resendMessage({ store: outbox.store(), messages }, by, id, NOW);
  const { state, sections } = outbox.digests.get('one') ?? {};
  return { outcome, queued, state, sections };
}

test('a failed message is sent again', async () => {
  const { sections } = FAILED;
  const again = { outcome: 'queued', queued: ['one'], state: 'queued', sections };
  expect(await resent({})).toEqual(again);
});

test('counts that wait for a later message since the failure are not sent again', async () => {
  const [section] = FAILED.sections;
  const counted = { ...section!, moreCount: 5, counts: { one: 1, two: 2 } };
  const onlyCounted = { ...counted, alertId: 'b', episodes: [], moreCount: 3 };
  const { sections } = await resent({ change: { sections: [counted, onlyCounted] } });
  expect(sections).toEqual([{ ...section, moreCount: 2 }]);
});

test.each<[string, string, World]>([
  ['belongs to another person', 'not-found', { by: 'bob' }],
  ['does not exist', 'not-found', { id: 'two' }],
  ['has an invalid id', 'not-found', { id: 'a/b' }],
  ['is an email', 'not-found', { change: { channel: undefined } as never }],
  ['has a deleted channel', 'not-found', { channel: null }],
  ['was sent', 'not-failed', { change: { state: 'sent' } }],
  ['has a channel that is off', 'off', { channel: { state: 'off' } }],
])('a message is not sent again if it %s: %s', async (_, outcome, world) => {
  const found = await resent(world);
  expect([found.outcome, found.queued]).toEqual([outcome, []]);
  expect(found.state).toBe(world.change?.state ?? 'failed');
});
