import { beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MAX_ALERTS, slotIds } from '../../contract/index.ts';
import { storedFirestore, type StoredFirestore } from '../../platform/testing/stored-firestore.ts';
import type { AlertStore } from './alert-store.ts';
import { firestoreAlerts } from './firestore-alerts.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

let now = NOW;
let world: StoredFirestore;
let alerts: AlertStore;

beforeEach(() => {
  now = NOW;
  world = storedFirestore(() => now);
  alerts = firestoreAlerts('ada');
});

type Cursor = Awaited<ReturnType<AlertStore['matches']>>['next'];

async function foundSince(sinceMs: number | undefined, limit = 10, cursor: Cursor = null) {
  const { matches, next } = await alerts.matches({
    alertId: undefined,
    sinceMs,
    cursor: cursor ?? undefined,
    limit,
  });
  return { ids: matches.map(({ id }) => id), next };
}

async function create(query: string, choice = {}) {
  const made = await alerts.create(query, { mail: true, ...choice });
  if (made.kind === 'full') throw new Error('There is no room for an alert.');
  return made.alert.id;
}

const stored = (id: string) => world.stored()[`users/ada/alerts/${id}`];

test('stores a new alert with the fields that differ from the usual ones', async () => {
  expect(await alerts.create('ledgers', { mail: true })).toMatchObject({
    kind: 'created',
    alert: { keyword: 'ledgers', createdAtMs: NOW },
  });
  const id = await create('ledgers -sponsor', { spoken: false, onlyAbout: true, mail: false });
  expect(Object.values(world.stored())).toContainEqual({ keyword: 'ledgers', createdAt: NOW });
  expect(stored(id)).toEqual({
    keyword: 'ledgers -sponsor',
    language: 1,
    spoken: false,
    onlyAbout: true,
    mail: false,
    createdAt: NOW,
  });
});

test('returns the alert that has the query already', async () => {
  const id = await create('ledgers');
  expect(await alerts.create('ledgers', { mail: true })).toMatchObject({
    kind: 'existing',
    alert: { id },
  });
  expect(Object.keys(world.stored())).toHaveLength(1);
});

test('uses every slot once, and then is full', async () => {
  const slots = slotIds(MAX_ALERTS);
  for (const slot of slots.slice(1)) {
    world.set(`users/ada/alerts/${slot}`, { keyword: `word ${slot}`, createdAt: new Date(NOW) });
  }
  expect(await create('ledgers')).toBe(slots[0]);
  expect(await alerts.create('other', { mail: true })).toEqual({ kind: 'full' });
  expect(await alerts.create('ledgers', { mail: true })).toMatchObject({ kind: 'existing' });
});

test.each([true, false])(
  'creates an alert anew that is deleted at once (mail: %s)',
  async (mail) => {
    const get = vi.spyOn(alerts, 'get');
    get.mockImplementationOnce(async (id) => {
      await alerts.remove(id);
      return null;
    });
    const made = await alerts.create('ledgers', { mail, spoken: false });
    expect(made).toMatchObject({ kind: 'created', alert: { spoken: false } });
    expect(Object.values(world.stored())).toEqual([
      { keyword: 'ledgers', spoken: false, createdAt: NOW, ...(!mail && { mail }) },
    ]);
  },
);

test('lists alerts, newest first, without damaged ones', async () => {
  const first = await create('ledgers');
  now += HOUR_MS;
  const second = await create('crayons');
  world.set('users/ada/alerts/odd', { keyword: 5 });
  world.set('users/bob/alerts/000', { keyword: 'other', createdAt: new Date(NOW) });
  expect((await alerts.list()).map(({ id }) => id)).toEqual([second, first]);
  expect(await alerts.get('odd')).toBeNull();
  expect(await alerts.get('none')).toBeNull();
});

test('reads when an alert was last mailed', async () => {
  const id = await create('ledgers');
  const identity = `${id}-${NOW.toString(36)}`;
  const lastMatch = { atMs: NOW, episodes: 2 };
  world.set('users/ada/ledger/pending', { last: { [identity]: lastMatch } });
  expect(await alerts.lastMatches()).toEqual({ [identity]: lastMatch });
  expect(await alerts.get(id)).toMatchObject({ lastMatch });
  expect(await alerts.create('ledgers', { mail: true })).toMatchObject({ alert: { lastMatch } });
  expect(await firestoreAlerts('bob').lastMatches()).toEqual({});
});

test('reads the matches that wait for the next email, without those that were sent', async () => {
  const facts = { title: 'A', podcast: 'Show', link: '', pubDateMs: NOW, ingestedAtMs: NOW };
  const match = { alert: '007-1', foundAt: new Date(NOW), facts, episode: { id: 'a' } };
  world.set('users/ada/matches/one', { ...match, waiting: ['hook', 'mail'] });
  world.set('users/ada/matches/two', { ...match, waiting: ['hook'] });
  world.set('users/ada/matches/three', {
    ...match,
    facts: {},
    waits: { mail: 4 },
    waiting: ['mail'],
  });
  expect(await alerts.pending()).toEqual([
    { alertId: '007-1', matches: [{ key: 'a', ...facts }], moreCount: 4 },
  ]);
  expect(await firestoreAlerts('bob').pending()).toEqual([]);
});

test('changes the query of an alert, which is then matched anew', async () => {
  const id = await create('ledgers');
  now += HOUR_MS;
  expect(await alerts.change(id, { query: 'ledgers -sponsor' })).toMatchObject({ id, language: 1 });
  const changed = { createdAt: NOW, changedAt: now };
  expect(stored(id)).toEqual({ ...changed, keyword: 'ledgers -sponsor', language: 1 });
  await alerts.change(id, { query: 'crayons' });
  expect(stored(id)).toEqual({ ...changed, keyword: 'crayons' });
});

test('changes each choice, and pauses and resumes an alert', async () => {
  const id = await create('ledgers');
  now += HOUR_MS;
  const times = { createdAt: NOW, changedAt: now };
  await alerts.change(id, { spoken: false, onlyAbout: true, mail: false, paused: true });
  const changed = { keyword: 'ledgers', spoken: false, onlyAbout: true };
  expect(stored(id)).toEqual({ ...times, ...changed, mail: false, paused: true, pausedAt: now });
  const pausedAt = now;
  now += HOUR_MS;
  await alerts.change(id, { mail: true });
  expect(stored(id)).toMatchObject({ mailOnAt: now, paused: true, pausedAt });
  expect(stored(id)).not.toHaveProperty('mail');
  now += HOUR_MS;
  await alerts.change(id, { paused: false, spoken: true, onlyAbout: false });
  expect(stored(id)).toMatchObject({
    changedAt: now,
    paused: false,
    pausedAt,
    resumedAt: now,
    spoken: true,
    onlyAbout: false,
  });
});

test('pauses an alert until a time, and resumes it at once', async () => {
  const id = await create('ledgers');
  now += HOUR_MS;
  const pausedUntilMs = now + DAY_MS;
  const paused = { paused: true, pausedUntilMs };
  expect(await alerts.change(id, paused)).toMatchObject(paused);
  expect(stored(id)).toMatchObject({ paused: true, pausedAt: now, pausedUntil: pausedUntilMs });
  const before = world.stored();
  now += HOUR_MS;
  await alerts.change(id, paused);
  expect(world.stored()).toEqual(before);
  await alerts.change(id, { paused: true });
  expect(stored(id)).toMatchObject({ paused: true, pausedAt: now });
  expect(stored(id)).not.toHaveProperty('pausedUntil');
  await alerts.change(id, paused);
  await alerts.change(id, { paused: false });
  expect(stored(id)).toMatchObject({ paused: false, resumedAt: now });
  expect(stored(id)).not.toHaveProperty('pausedUntil');
  await alerts.change(id, paused);
  const ended = world.stored();
  now = pausedUntilMs;
  await alerts.change(id, { paused: false });
  expect(world.stored()).toEqual(ended);
  await alerts.change(id, { paused: true });
  expect(stored(id)).toMatchObject({ paused: true, pausedAt: now });
});

test('a change to what an alert already is writes nothing', async () => {
  const id = await create('ledgers');
  const before = world.stored();
  now += HOUR_MS;
  const same = { query: 'ledgers', spoken: true, onlyAbout: false, mail: true, paused: false };
  expect(await alerts.change(id, same)).toMatchObject({ id });
  expect(await alerts.change(id, {})).toMatchObject({ id });
  expect(world.stored()).toEqual(before);
});

test('refuses a query that another alert has, and changes no deleted or damaged alert', async () => {
  const id = await create('ledgers');
  await create('crayons');
  expect(await alerts.change(id, { query: 'crayons' })).toBe('duplicate');
  expect(stored(id)).toMatchObject({ keyword: 'ledgers' });
  expect(await alerts.change(id, { query: 'Ledgers' })).toMatchObject({ keyword: 'Ledgers' });
  expect(await alerts.change('none', { paused: true })).toBeNull();
  world.set('users/ada/alerts/odd', { keyword: 5 });
  expect(await alerts.change('odd', { paused: true })).toBeNull();
  expect(stored('odd')).toEqual({ keyword: 5 });
});

test('removes one alert, even if it is gone', async () => {
  const [id, other] = [await create('ledgers'), await create('crayons')];
  await alerts.remove(id);
  await alerts.remove(id);
  expect((await alerts.list()).map((each) => each.id)).toEqual([other]);
});

test('lists matches since any time that a request can name', async () => {
  for (const number of [1, 2]) {
    const foundAt = new Date(NOW + number * HOUR_MS);
    const fields = { alert: '007-1', query: { keyword: 'ledgers' }, count: 3, foundAt };
    world.set(`users/ada/matches/match-${number}`, fields);
  }
  const all = { ids: ['match-2', 'match-1'], next: null };
  expect(await foundSince(undefined)).toEqual(all);
  expect(await foundSince(Date.parse('0000-01-01T00:00:00Z'))).toEqual(all);
  expect(await foundSince(NOW + 2 * HOUR_MS)).toEqual({ ids: ['match-2'], next: null });
  expect(await foundSince(Date.parse('9999-12-31T23:59:59-23:59'))).toEqual({
    ids: [],
    next: null,
  });
});

test('pages through matches that were found at the same time, each once', async () => {
  for (const number of [1, 2, 3, 4, 5]) {
    const fields = { alert: '007-1', query: { keyword: 'ledgers' }, count: 3 };
    world.set(`users/ada/matches/match-${number}`, { ...fields, foundAt: new Date(NOW) });
  }
  const pages: string[][] = [];
  let cursor: Cursor = null;
  do {
    const { ids, next } = await foundSince(undefined, 2, cursor);
    pages.push(ids);
    cursor = next;
  } while (cursor !== null && pages.length < 5);
  expect(pages).toEqual([['match-5', 'match-4'], ['match-3', 'match-2'], ['match-1']]);
});
