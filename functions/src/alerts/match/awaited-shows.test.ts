import { expect, it, test } from 'vitest';
import { awaitedShows } from './awaited-shows.ts';

const alert = (keyword: string) => ({ keyword, language: 1 as const });
const ofOne = (...keywords: string[]) => awaitedShows([['Ada', keywords.map(alert)]]);

test.each([
  ['show:"Hard Fork" ai', ['hard fork']],
  ['ai SHOW:acquired show:"The Daily"', ['acquired', 'the daily']],
  ['ai -show:"The Daily"', []],
  ['show:hard* ai', []],
  ['tv show: friends', []],
])('%s names %j', (keyword, titles) => {
  expect(ofOne(keyword)).toEqual(titles.map((title) => ({ person: 'Ada', title })));
});

it('counts each named show once a person, up to a limit, and none for plain words', () => {
  expect(awaitedShows([['Ada', [{ keyword: 'show:acquired' }]]])).toEqual([]);
  expect(ofOne('show:acquired a', 'show:Acquired b')).toHaveLength(1);
  expect(ofOne(...Array.from({ length: 600 }, (_, at) => `show:s${at} x`))).toHaveLength(500);
});

it('takes one show of each person in turn, so that nobody takes all places', () => {
  const many = Array.from({ length: 600 }, (_, at) => alert(`show:s${at} x`));
  const shows = awaitedShows([
    ['Mallory', many],
    ['Ada', [alert('show:acquired x')]],
  ]);
  expect(shows).toHaveLength(500);
  expect(shows.slice(0, 2)).toEqual([
    { person: 'Mallory', title: 's0' },
    { person: 'Ada', title: 'acquired' },
  ]);
});
