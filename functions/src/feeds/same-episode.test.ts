import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../contract/index.ts';
import { type Described, isAnotherEpisode, isSameEpisode } from './same-episode.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

const BEFORE: Described = {
  title: 'The Lisbon Ledger',
  link: null,
  audio: 'https://audio.example/77.mp3?token=one',
  publishedAtMs: NOW,
  durationSeconds: 3127,
};
const ELSEWHERE = { audio: 'https://cdn.example/77.mp3' };
const SLOT = { durationSeconds: 3600 };

function isSame(before: Partial<Described>, now: Partial<Described>, hasOtherTitles = true) {
  const item = { guid: 'another', ...BEFORE, ...now };
  return isSameEpisode({ ...BEFORE, ...before }, item, hasOtherTitles);
}

const later = (ms: number) => ({ publishedAtMs: NOW + ms });

describe('an item with another guid is the same episode', () => {
  test.each<[string, Partial<Described>, Partial<Described>]>([
    ['audio, length and day are the same', {}, { title: 'Another name', ...later(HOUR_MS) }],
    [
      'it gets a number and keeps its audio',
      { durationSeconds: null },
      { title: 'Ep. 9: The Lisbon Ledger' },
    ],
    [
      'it gets number and date and keeps audio and length',
      {},
      { title: '9 – The Lisbon Ledger', ...later(9 * DAY_MS) },
    ],
    [
      'title and length are the same within two days',
      SLOT,
      { ...SLOT, ...ELSEWHERE, ...later(2 * DAY_MS) },
    ],
    ['title, audio and a length to the second are the same', {}, later(9 * DAY_MS)],
    [
      'title and audio are the same within two days',
      { durationSeconds: null },
      later(36 * HOUR_MS),
    ],
    ['title and day are the same', { durationSeconds: null }, { ...ELSEWHERE, ...later(HOUR_MS) }],
  ])('treats another guid as the same episode if %s', (_, before, now) => {
    expect(isSame(before, now)).toBe(true);
  });

  test('recognises an episode of a single-title show only by exact length or audio', () => {
    const next = { ...ELSEWHERE, ...later(DAY_MS) };
    expect(isSame({}, next, false)).toBe(true);
    expect(isSame(SLOT, { ...SLOT, ...later(DAY_MS) }, false)).toBe(true);
    expect(isSame(SLOT, { ...SLOT, ...next }, false)).toBe(false);
  });
});

describe('an item with another guid is another episode', () => {
  test.each<[string, Partial<Described>, Partial<Described>]>([
    ['only the audio is the same', {}, { title: 'Part two', ...later(DAY_MS) }],
    [
      'title and length are the same after more than two days',
      {},
      { ...ELSEWHERE, ...later(2 * DAY_MS + 1) },
    ],
    [
      'the length of a programme is the same after more than two days',
      SLOT,
      { ...SLOT, ...later(3 * DAY_MS) },
    ],
    [
      'only the title is the same on another day',
      {},
      { ...ELSEWHERE, durationSeconds: null, ...later(DAY_MS) },
    ],
    ['length and audio differ on one day', {}, { ...ELSEWHERE, durationSeconds: 3128 }],
    ['nothing but length and day is the same', {}, { ...ELSEWHERE, title: 'Part two' }],
    [
      'one title only contains letters of the other',
      { ...later(-9 * DAY_MS) },
      { title: 'XThe Lisbon Ledger' },
    ],
  ])('treats another guid as another episode if %s', (_, before, now) => {
    expect(isSame(before, now)).toBe(false);
  });
});

describe('an item with the same guid', () => {
  const another = (now: Partial<Described>, inOneReading = false) =>
    isAnotherEpisode(BEFORE, { ...BEFORE, ...now }, { inOneReading });
  const other = { title: 'Part two', ...ELSEWHERE, durationSeconds: 9 };

  test('a guid is reused if title, audio and day differ', () => {
    expect(another({ ...other, ...later(DAY_MS) })).toBe(true);
  });

  test('a guid is reused if title and audio differ within one reading', () => {
    expect(another(other, true)).toBe(true);
  });

  test('a guid is reused if title, audio, time and length differ on one day', () => {
    expect(another({ ...other, ...later(HOUR_MS) })).toBe(true);
  });

  test.each<[string, Partial<Described>]>([
    ['at the same time', other],
    ['with the same length on one day', { ...other, durationSeconds: 3127, ...later(HOUR_MS) }],
    ['of unknown length on one day', { ...other, durationSeconds: null, ...later(HOUR_MS) }],
    ['with the same audio on one day', { ...other, audio: BEFORE.audio, ...later(HOUR_MS) }],
    ['with the same title on one day', { ...other, title: BEFORE.title, ...later(HOUR_MS) }],
    ['without a date', { ...other, publishedAtMs: null }],
    ['with the same title', { ...other, title: ' the lisbon  ledger', ...later(DAY_MS) }],
    ['with the same audio', { title: 'Part two', ...later(DAY_MS) }],
    ['without audio', { ...other, audio: null, ...later(DAY_MS) }],
    [
      'with a number and the same length',
      { ...ELSEWHERE, title: '9: The Lisbon Ledger', ...later(DAY_MS) },
    ],
  ])('an equal guid is the same episode %s', (_, now) => {
    expect(another(now)).toBe(false);
  });
});
