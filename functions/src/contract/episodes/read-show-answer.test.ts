import { expect, test } from 'vitest';
import { readShowAnswer } from './read-show-answer.ts';

const SHOW = {
  id: '0123456789abcdef0123',
  title: 'The Show',
  feedUrl: 'https://show.example/feed',
  term: 'show:"The Show"',
  episodes: 12,
  published: 3,
  heard: 1,
};

test('reads a show and its episodes', () => {
  const answer = readShowAnswer({ episodes: [{ title: 'One' }], total: 12, show: SHOW });
  expect(answer).toMatchObject({ episodes: [{ title: 'One' }], total: 12, show: SHOW });
});

test('reads no show without an id or a title', () => {
  for (const show of [undefined, null, 'a show', {}, { ...SHOW, id: 7 }, { ...SHOW, title: '' }]) {
    expect(readShowAnswer({ episodes: [], total: 0, show }).show).toBeNull();
  }
});

test('drops invalid fields of a show', () => {
  const odd = { feedUrl: 'javascript:alert(1)', term: 7, episodes: -1, published: '3', heard: 0.5 };
  expect(readShowAnswer({ episodes: [], total: 0, show: { ...SHOW, ...odd } }).show).toEqual({
    id: SHOW.id,
    title: 'The Show',
    episodes: 0,
    published: 0,
    heard: 0,
  });
});

test('reads a known reason for a missing transcript, and no other', () => {
  const read = (unheard: unknown) =>
    readShowAnswer({ episodes: [], total: 0, show: { ...SHOW, unheard } }).show?.unheard;
  expect(read('over-budget')).toBe('over-budget');
  expect(read('a reason of a later version')).toBeUndefined();
});

test('throws without a list of episodes', () => {
  expect(() => readShowAnswer({ episodes: 'none', show: SHOW })).toThrow(TypeError);
});
