import { expect, it, test } from 'vitest';
import { awaitedShows } from './awaited-shows.ts';

const alert = (keyword: string) => ({ keyword, language: 1 as const });

test.each([
  ['show:"Hard Fork" ai', ['hard fork']],
  ['ai SHOW:acquired show:"The Daily"', ['acquired', 'the daily']],
  ['ai -show:"The Daily"', []],
  ['show:hard* ai', []],
  ['tv show: friends', []],
])('%s names %j', (keyword, shows) => {
  expect(awaitedShows([alert(keyword)])).toEqual(shows);
});

it('counts each named show once, up to a limit, and none for plain words', () => {
  expect(awaitedShows([{ keyword: 'show:acquired' }])).toEqual([]);
  expect(awaitedShows([alert('show:acquired a'), alert('show:Acquired b')])).toHaveLength(1);
  const many = Array.from({ length: 600 }, (_, at) => alert(`show:s${at} x`));
  expect(awaitedShows(many)).toHaveLength(500);
});
