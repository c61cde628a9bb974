import { expect, test } from 'vitest';
import { readAlert, readBookmark, readDelivery, readPerson } from './read-document.ts';

const createdAt = { toMillis: () => 5 };

test('an alert is read with the time it was saved and whether it is on its way', () => {
  const fields = { keyword: 'openai', createdAt };
  expect(readAlert({ id: 'a', fields, pending: true })).toEqual({
    id: 'a',
    keyword: 'openai',
    createdAtMs: 5,
    pending: true,
  });
});

test('an alert is read with its pause and what was mailed last', () => {
  const fields = {
    keyword: 'openai',
    createdAt,
    paused: false,
    resumedAt: { toMillis: () => 7 },
    lastMatch: { at: { toMillis: () => 9 }, episodes: 3 },
  };
  expect(readAlert({ id: 'a', fields, pending: false })).toEqual({
    id: 'a',
    keyword: 'openai',
    createdAtMs: 5,
    paused: false,
    resumedAtMs: 7,
    lastMatch: { atMs: 9, episodes: 3 },
    pending: false,
  });
});

test('an alert is read with what it leaves out, and since when', () => {
  const excluded = { sponsor: { toMillis: () => 7 }, bank: 'yesterday' };
  const read = (fields: object) =>
    readAlert({ id: 'a', fields: { keyword: 'openai', createdAt, ...fields }, pending: false });
  expect(read({ excluded })?.excludedAtMs).toEqual({ sponsor: 7 });
  expect(read({ excluded: 'sponsor' })?.excludedAtMs).toBeUndefined();
});

test.each([{}, { keyword: 5, createdAt }, { keyword: 'openai' }, { keyword: 'a', createdAt: 5 }])(
  '%j is passed over as an alert and as a bookmark',
  (fields) => {
    expect(readAlert({ id: 'a', fields, pending: false })).toBeNull();
    expect(readBookmark({ id: 'a', fields, pending: false })).toBeNull();
  },
);

test('a person of whom nothing is stored has the defaults, and chose nothing', () => {
  expect(readPerson({ id: 'ada', fields: {}, pending: false })).toEqual({
    preferences: { cadence: 'daily', hour: 8, weekday: 1, timeZone: 'UTC', updatedAtMs: null },
    suppression: null,
    verifiedAtMs: null,
    seenAtMs: null,
    asksAboutAlerts: false,
  });
});

test('a person is read with what they chose, and why their address gets no mail', () => {
  const chosen = { cadence: 'weekly', hour: 7, weekday: 5, timeZone: 'Europe/Berlin' };
  const suppression = { reason: 'bounce', at: { toMillis: () => 9 } };
  const verified = { verifiedAt: { toMillis: () => 5 }, asksAboutAlerts: true };
  const fields = {
    ...chosen,
    ...verified,
    updatedAt: { toMillis: () => 7 },
    seenAt: { toMillis: () => 8 },
    suppression,
    other: true,
  };
  expect(readPerson({ id: 'ada', fields, pending: false })).toEqual({
    preferences: { ...chosen, updatedAtMs: 7 },
    suppression: { reason: 'bounce', atMs: 9 },
    verifiedAtMs: 5,
    seenAtMs: 8,
    asksAboutAlerts: true,
  });
});

test('a digest of the history is read with when it was settled', () => {
  const fields = { state: 'sent', subject: 'News', code: null, alerts: [] };
  const at = { toMillis: () => 9 };
  const read = (stored: object) =>
    readDelivery({ id: 'd', fields: { ...fields, ...stored }, pending: false });
  expect(read({ at, expireAt: at })).toEqual({ id: 'd', atMs: 9, ...fields });
  expect(read({})).toBeNull();
  expect(read({ at, state: 'queued' })).toBeNull();
});
