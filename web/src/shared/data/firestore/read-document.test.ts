import { expect, test } from 'vitest';
import { readAlert, readBookmark, readDelivery, readPerson } from './read-document.ts';

const createdAt = { toMillis: () => 5 };

test('reads an alert with its creation time and pending state', () => {
  const fields = { keyword: 'openai', createdAt };
  expect(readAlert({ id: 'a', fields, pending: true })).toEqual({
    id: 'a',
    keyword: 'openai',
    createdAtMs: 5,
    pending: true,
  });
});

test('reads an alert with its pause and last match', () => {
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

test('reads excluded terms with their dates', () => {
  const excluded = { sponsor: { toMillis: () => 7 }, bank: 'yesterday' };
  const read = (fields: object) =>
    readAlert({ id: 'a', fields: { keyword: 'openai', createdAt, ...fields }, pending: false });
  expect(read({ excluded })?.excludedAtMs).toEqual({ sponsor: 7 });
  expect(read({ excluded: 'sponsor' })?.excludedAtMs).toBeUndefined();
});

test.each([{}, { keyword: 5, createdAt }, { keyword: 'openai' }, { keyword: 'a', createdAt: 5 }])(
  'ignores %j as an alert and as a bookmark',
  (fields) => {
    expect(readAlert({ id: 'a', fields, pending: false })).toBeNull();
    expect(readBookmark({ id: 'a', fields, pending: false })).toBeNull();
  },
);

test('reads a person without stored data as defaults', () => {
  expect(readPerson({ id: 'ada', fields: {}, pending: false })).toEqual({
    preferences: { cadence: 'daily', hour: 8, weekday: 1, timeZone: 'UTC', updatedAtMs: null },
    suppression: null,
    verifiedAtMs: null,
    seenAtMs: null,
    asksAboutAlerts: false,
  });
});

test('reads a person with their preferences and suppression', () => {
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

test('reads a delivery with its date', () => {
  const fields = { state: 'sent', subject: 'News', code: null, alerts: [] };
  const at = { toMillis: () => 9 };
  const read = (stored: object) =>
    readDelivery({ id: 'd', fields: { ...fields, ...stored }, pending: false });
  expect(read({ at, expireAt: at })).toEqual({ id: 'd', atMs: 9, ...fields });
  expect(read({})).toBeNull();
  expect(read({ at, state: 'queued' })).toBeNull();
});
