import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { readWaiting } from './waiting.ts';

const facts = {
  id: 1,
  item: 'https://show.example/feed 1',
  title: 'Ledgers',
  podcast: 'The Show',
  link: '',
  pubDateMs: 5,
  ingestedAtMs: 6,
};
const match = { alert: '000-a', words: 'w', facts, foundAt: Timestamp.fromMillis(7) };
const read = (fields: object) => readWaiting('id', { ...match, ...fields }, 'mail');

test('reads a match with its facts, its other podcasts and how a digest showed it', () => {
  const shownAs = { title: 'S', link: '', podcast: '', image: '', pubDateMs: 1, excerpt: '' };
  expect(read({ alsoIn: ['B'], shownAs })).toEqual({
    alertId: '000-a',
    words: 'w',
    episode: { ...facts, match: 'id', alsoIn: ['B'], shown: shownAs },
  });
  expect(read({ shownAs: 'damaged' })).toMatchObject({ episode: { match: 'id' } });
});

test('reads what a match quotes, without marks', () => {
  const episode = {
    excerpt: 'On >>>ledgers<<<.',
    reasons: [{ place: 'chapters', text: 'A >>>b<<<' }],
  };
  expect(read({ episode })).toMatchObject({ episode: { quoted: 'On ledgers.\nA b' } });
  expect(read({ episode: { excerpt: 'On.', reasons: 5 } })).toMatchObject({
    episode: { quoted: 'On.' },
  });
  expect(read({ episode: { excerpt: 5 } })).not.toHaveProperty('episode.quoted');
});

test.each([
  ['no facts', { facts: undefined }],
  ['facts without a title', { facts: { ...facts, title: 5 } }],
  ['facts that are no map', { facts: 'none' }],
])('counts a match with %s once', (_, fields) => {
  expect(read(fields)).toEqual({ id: 'id', alertId: '000-a', words: 'w', count: 1, foundAtMs: 7 });
});

test('reads the number of counted matches for the destination', () => {
  const counted = { facts: undefined, waits: { mail: 3, hook: 5 } };
  expect(read(counted)).toMatchObject({ count: 3, foundAtMs: 7 });
  expect(read({ ...counted, foundAt: 'damaged' })).toMatchObject({ count: 3, foundAtMs: 0 });
});

test.each([
  ['no alert', { alert: undefined }],
  ['a number for others only', { facts: undefined, waits: { hook: 5 } }],
  ['a damaged number', { facts: undefined, waits: { mail: -1 } }],
  ['no map of numbers', { facts: undefined, waits: 3 }],
])('ignores a document with %s', (_, fields) => {
  expect(read(fields)).toBeNull();
});
