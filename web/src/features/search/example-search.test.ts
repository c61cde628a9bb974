import { expect, test } from 'vitest';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { exampleAmong, SHOWN_EXAMPLES } from './example-search.ts';

const [FIRST = '', SECOND = ''] = SHOWN_EXAMPLES;
const LAST = SHOWN_EXAMPLES.at(-1)!;
const AUDIO = 'https://audio.example/1.mp3';
const said = (text: string, atMs: number | null = 61_000) => ({
  audio: AUDIO,
  description: `About >>>${SECOND}<<<.`,
  spoken: [{ text, atMs }],
});
const choose = (...changes: Parameters<typeof sampleEpisode>[0][]) =>
  exampleAmong(changes.map(sampleEpisode));

test('prefers a playable quotation to a description', () => {
  const quotation = `and >>>${FIRST.toLowerCase()}<<< said so`;
  const chosen = choose(
    { description: `>>>${FIRST}<<< grows` },
    { ...said(quotation), title: 'Said' },
  );
  expect(chosen).toMatchObject({ keyword: FIRST, text: quotation, atMs: 61_000 });
  expect(chosen?.episode.title).toBe('Said');
});

test('prefers the first keyword, then the newest episode', () => {
  const [bread, words] = [said(`>>>${LAST}<<<`), said(`>>>${FIRST}<<< it is`)];
  const chosen = choose(bread, { ...words, title: 'Newer' }, { ...words, title: 'Older' });
  expect(chosen).toMatchObject({ keyword: FIRST, episode: { title: 'Newer' } });
});

test.each([
  ['without a time', said(`and >>>${FIRST}<<<`, null)],
  ['without audio', { ...said(`and >>>${FIRST}<<<`), audio: '' }],
  ['of another word', said(`and >>>${FIRST.slice(0, 3)}<<<`)],
  ['without a mark', said(`and ${FIRST}`)],
])('ignores a quotation %s', (_, change) => {
  expect(choose(change)).toMatchObject({
    keyword: SECOND,
    text: `About >>>${SECOND}<<<.`,
    atMs: null,
  });
});

test('returns null without a mention', () => {
  expect(choose()).toBeNull();
  expect(choose({ description: 'Nothing is marked here.' })).toBeNull();
});
