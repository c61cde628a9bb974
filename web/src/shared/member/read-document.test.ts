import { expect, test } from 'vitest';
import { readAlert, readBookmark } from './read-document.ts';

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

test.each([{}, { keyword: 5, createdAt }, { keyword: 'openai' }, { keyword: 'a', createdAt: 5 }])(
  '%j is passed over as an alert and as a bookmark',
  (fields) => {
    expect(readAlert({ id: 'a', fields, pending: false })).toBeNull();
    expect(readBookmark({ id: 'a', fields, pending: false })).toBeNull();
  },
);
