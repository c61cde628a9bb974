import { describe, expect, test } from 'vitest';
import type { MailEvent } from '../../delivery/mail/transport/mail-reports.ts';
import { EVENTS_A_WRITE, type MailEventStore, recordMailEvents } from './record-mail-events.ts';

const NOW = 1_790_000_000_000;

/** Records its calls. Digest `d-x` belongs to person x. */
function storeInMemory() {
  const recorded = new Set<string>();
  const requests: string[] = [];
  const writes: { email: string; reason: string; isTheirs: boolean }[] = [];
  const answer = <T>(request: string, value: T) => {
    requests.push(request);
    return Promise.resolve(value);
  };
  const store: MailEventStore = {
    digestOwners: (ids) =>
      answer('digests', new Map(ids.filter((id) => id !== 'gone').map((id) => [id, id.slice(2)]))),
    recorded: (ids) => answer('recorded', new Set(ids.filter((id) => recorded.has(id)))),
    theirs: (events) =>
      answer(
        'theirs',
        new Set(events.filter(({ uid, email }) => uid === email).map(({ id }) => id)),
      ),
    write(events) {
      const isNew = events.every(({ id }) => !recorded.has(id));
      if (isNew) for (const { id } of events) recorded.add(id);
      if (isNew) {
        for (const { email, reason, isTheirs } of events) writes.push({ email, reason, isTheirs });
      }
      return answer(`write ${events.length}`, isNew);
    },
  };
  return { store, recorded, requests, writes };
}

function event(id: string, fields: Partial<MailEvent> = {}): MailEvent {
  return {
    id,
    email: 'ada',
    uid: 'ada',
    digestId: 'd-ada',
    reason: 'bounce',
    atMs: NOW,
    ...fields,
  };
}

test('3 000 events take about twenty requests', async () => {
  const { store, requests, writes } = storeInMemory();
  const events = Array.from({ length: 3000 }, (_, index) => {
    const uid = `person-${index}`;
    return event(`event-${index}`, { uid, email: uid, digestId: `d-${uid}` });
  });
  const counts = await recordMailEvents(store, events, NOW);
  expect(counts).toEqual({ recorded: 3000, known: 0, refused: 0 });
  expect(writes).toHaveLength(3000);
  expect(requests).toHaveLength(3 + 3000 / EVENTS_A_WRITE);
});

describe('mail events', () => {
  test('a repeated event is recorded once', async () => {
    const { store, writes } = storeInMemory();
    const list = [event('one'), event('one'), event('two')];
    expect(await recordMailEvents(store, list, NOW)).toEqual({ recorded: 2, known: 1, refused: 0 });
    expect(await recordMailEvents(store, list, NOW)).toEqual({ recorded: 0, known: 3, refused: 0 });
    expect(writes).toHaveLength(2);
  });

  test('an event of another person’s digest is refused, of a deleted digest accepted', async () => {
    const { store, writes } = storeInMemory();
    const list = [event('forged', { digestId: 'd-eve' }), event('late', { digestId: 'gone' })];
    expect(await recordMailEvents(store, list, NOW)).toEqual({ recorded: 1, known: 0, refused: 1 });
    expect(writes).toHaveLength(1);
  });

  test('an event of a former address does not affect its person', async () => {
    const { store, writes } = storeInMemory();
    await recordMailEvents(store, [event('one', { email: 'old' }), event('two')], NOW);
    expect(writes.map(({ isTheirs }) => isTheirs)).toEqual([false, true]);
  });

  test('an event that another instance records concurrently is skipped', async () => {
    const { store, recorded } = storeInMemory();
    const late: MailEventStore = {
      ...store,
      async theirs(events) {
        recorded.add('one');
        return store.theirs(events);
      },
    };
    const list = [event('one'), event('two')];
    expect(await recordMailEvents(late, list, NOW)).toEqual({ recorded: 1, known: 1, refused: 0 });
    expect([...recorded].sort()).toEqual(['one', 'two']);
  });
});

test('a list that cannot be written fails and can be repeated', async () => {
  const { store, writes } = storeInMemory();
  const list = Array.from({ length: 2 * EVENTS_A_WRITE }, (_, index) => event(`event-${index}`));
  let calls = 0;
  const failing: MailEventStore = {
    ...store,
    write: (events, now) =>
      (calls += 1) === 2 ? Promise.reject(new Error('away')) : store.write(events, now),
  };
  await expect(recordMailEvents(failing, list, NOW)).rejects.toThrow('away');
  const again = await recordMailEvents(store, list, NOW);
  expect(again).toEqual({ recorded: EVENTS_A_WRITE, known: EVENTS_A_WRITE, refused: 0 });
  expect(writes).toHaveLength(2 * EVENTS_A_WRITE);
});

test('throws if write conflicts do not end', async () => {
  const { store } = storeInMemory();
  const colliding: MailEventStore = { ...store, write: () => Promise.resolve(false) };
  await expect(recordMailEvents(colliding, [event('one')], NOW)).rejects.toThrow('Write conflict');
});
