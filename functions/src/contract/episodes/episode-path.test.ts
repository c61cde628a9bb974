import { expect, test } from 'vitest';
import { episodePath } from './episode-path.ts';

const SHOW = '0123456789abcdef0123';
const EPISODE = '0123456789abcdef0123456789abcdef';

test.each([
  [undefined, ''],
  [null, ''],
  [0, '?t=0'],
  [953_999, '?t=953'],
])('addresses the moment at %s ms', (atMs, moment) => {
  expect(episodePath({ showId: SHOW, id: EPISODE }, atMs)).toBe(
    `/episode/${SHOW}/${EPISODE}${moment}`,
  );
});

test.each([
  ['a show without a public page', { id: EPISODE }],
  ['an episode of another backend', { showId: SHOW, id: 'backend-1' }],
  ['ids that would change the path', { showId: `${SHOW}/..`, id: EPISODE }],
])('returns null for %s', (_, episode) => {
  expect(episodePath(episode)).toBeNull();
});
