import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { HOUR_MS, MAX_ALERTS } from '../../contract/index.ts';
import { outboxWorld } from '../fixtures/outbox-world.ts';
import { inOrder } from '../fixtures/stepped-processes.ts';
import { readFormerPending } from './former-pending.ts';
import { EMPTY_SENT_LOG, keyHash, pairBytes, pairHash, withDigest } from './sent-log.ts';

/** What version 1.1 stored for an invented person. Never change this file. */
const STORED = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'fixtures/pending-1.1.json'), 'utf8'),
  (_, value: unknown) =>
    typeof value === 'object' && value !== null && '$bytes' in value
      ? new Uint8Array(Buffer.from(value.$bytes as string, 'base64'))
      : value,
) as Record<'episodes' | 'alerts' | 'last', Record<string, object>> & { nowMs: number };
const { nowMs, ...DOCUMENT } = STORED;
const never = () => false;

const identity = (slot: string) =>
  Object.keys(DOCUMENT.alerts).find((alertId) => alertId.startsWith(slot)) ?? '';

function amountsIn(stored: Record<string, unknown>) {
  const { matches, counts } = readFormerPending(stored, 'mail', nowMs);
  const amounts: Record<string, [number, number]> = {};
  const of = (alertId: string) => (amounts[alertId.slice(0, 3)] ??= [0, 0]);
  for (const { alertId } of matches) of(alertId)[0] += 1;
  for (const { alertId, count } of counts) of(alertId)[1] += count;
  return amounts;
}

test('reads each match that 1.1 stored, and the numbers of those that it only counted', () => {
  expect(amountsIn(DOCUMENT)).toEqual({
    '000': [3, 0],
    '001': [2, 0],
    '002': [50, 23],
    '003': [3, 0],
    '004': [1, 2],
  });
  const { matches } = readFormerPending(DOCUMENT, 'mail', nowMs);
  const wordsOf = (slot: string) =>
    matches.filter(({ alertId }) => alertId === identity(slot)).map(({ words }) => words);
  expect(new Set(wordsOf('000'))).toEqual(new Set([keyHash('ledgers')]));
  // The matches of a reworded alert are looked at again.
  expect(new Set(wordsOf('003'))).toEqual(new Set(['']));
  const [restored] = matches.filter(({ alertId }) => alertId === identity('004'));
  expect(restored?.episode).toMatchObject({ title: 'Shown', id: 0, shown: { podcast: 'Other' } });
  expect(new Set(matches.map(({ episode }) => episode.match)).size).toBe(matches.length);
});

test.each([
  ['nothing', undefined, {}],
  ['only last emails', { last: DOCUMENT.last }, {}],
  ['no maps', { alerts: 'none', episodes: 5 }, {}],
  ['a damaged alert beside another', { ...DOCUMENT, alerts: { ...DOCUMENT.alerts, x: 5 } }, null],
  ['no episodes', { alerts: { '000-a': DOCUMENT.alerts[identity('000')] } }, { '000': [0, 3] }],
  ['damaged numbers', { alerts: { '000-a': { keys: 'x', beyond: -2.5, more: 'x' } } }, {}],
] as const)('counts matches without facts, and reads what it can from %s', (_, stored, amounts) => {
  expect(amountsIn((stored ?? {}) as Record<string, unknown>)).toEqual(
    amounts ?? amountsIn(DOCUMENT),
  );
});

async function run(world: ReturnType<typeof outboxWorld>): Promise<void> {
  world.startTick();
  await world.settle(inOrder, never);
  for (const shard of world.shardTasks.splice(0)) world.startShard(shard);
  await world.settle(inOrder, never);
  for (const id of world.tasks.splice(0)) world.startDelivery(id);
  await world.settle(inOrder, never);
  world.world.nowMs += HOUR_MS;
}

function worldOf11(alerts: Record<string, string>, pending: Record<string, unknown>) {
  const world = outboxWorld(nowMs);
  world.prefer('ada', { cadence: 'hourly', hour: 8, weekday: 1, timeZone: 'UTC' });
  for (const [alertId, keyword] of Object.entries(alerts)) {
    world.outbox.saveAlert({ uid: 'ada', alertId, keyword, sinceMs: 0 });
  }
  world.outbox.set('users/ada/ledger/pending', pending);
  return world;
}

const mailed = ({ outbox }: ReturnType<typeof outboxWorld>) =>
  [...outbox.records.values()].flatMap(({ state, alerts }) =>
    state === 'sent'
      ? alerts.map(({ alertId, count }) => [alertId.slice(0, 3), count] as const)
      : [],
  );

test('mails everything that waited in 1.1 once, without what was sent, and keeps what is on hold', async () => {
  const world = worldOf11(
    { [identity('000')]: 'ledgers', [identity('001')]: 'graphs', [identity('002')]: 'trees' },
    DOCUMENT,
  );
  world.outbox.pauseAlert(identity('001'));
  const sent = pairHash(`alert ${identity('000')}`, keyHash('https://show.example/feed 1'));
  world.outbox.ledgers.set(
    'ada',
    withDigest(EMPTY_SENT_LOG, pairBytes([sent]), { digestId: 'd', atMs: nowMs - HOUR_MS }),
  );
  for (let hour = 0; hour < 3; hour += 1) await run(world);
  expect(mailed(world).sort()).toEqual([
    ['000', 2],
    ['002', 73],
  ]);
  const waiting = world.outbox.waiting('ada').map(({ fields }) => fields['alert']);
  expect(new Set(waiting)).toEqual(new Set(['001', '003', '004'].map(identity)));
  expect(world.outbox.documents.read('users/ada/ledger/pending')?.fields).toMatchObject({
    alerts: {},
    episodes: {},
    last: { [identity('002')]: { episodes: 73 } },
  });
  const undone = { paused: false };
  world.outbox.changeAlert(identity('001'), { ...undone, changedAt: new Date(world.world.nowMs) });
  await run(world);
  expect(mailed(world).filter(([slot]) => slot === '001')).toEqual([['001', 2]]);
});

test('converts the fullest document of 1.1, and mails or counts all of it', async () => {
  const episodes = Object.values(DOCUMENT.episodes).slice(0, 50);
  const hashes = episodes.map((each) => keyHash((each as { item: string }).item));
  const words = Array.from({ length: MAX_ALERTS }, (_, slot) => `word${slot}`);
  const idOf = (slot: number) => `${String(slot).padStart(3, '0')}-a`;
  const alerts = Object.fromEntries(words.map((word, slot) => [idOf(slot), word]));
  const world = worldOf11(alerts, {
    episodes: Object.fromEntries(hashes.map((hash, at) => [hash, episodes[at]])),
    alerts: Object.fromEntries(
      words.map((word, slot) => [
        idOf(slot),
        { words: keyHash(word), keys: pairBytes(hashes), beyond: 7 },
      ]),
    ),
  });
  for (let hour = 0; hour < 2; hour += 1) await run(world);
  expect(mailed(world)).toHaveLength(MAX_ALERTS);
  expect(new Set(mailed(world).map(([, count]) => count))).toEqual(new Set([57]));
  expect(world.outbox.waiting('ada')).toEqual([]);
});
