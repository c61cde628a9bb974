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

test.each([{}, { keyword: 5, createdAt }, { keyword: 'openai' }, { keyword: 'a', createdAt: 5 }])(
  '%j is passed over as an alert and as a bookmark',
  (fields) => {
    expect(readAlert({ id: 'a', fields, pending: false })).toBeNull();
    expect(readBookmark({ id: 'a', fields, pending: false })).toBeNull();
  },
);
