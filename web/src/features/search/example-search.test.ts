import { expect, test } from 'vitest';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { ROSTER } from '#content/roster.ts';
import { exampleAmong, SHOWN_EXAMPLES } from './example-search.ts';

const AUDIO = 'https://audio.example/1.mp3';
const said = (text: string, atMs: number | null = 61_000) => ({
  audio: AUDIO,
  description: 'About >>>Sam Altman<<<.',
  spoken: [{ text, atMs }],
});
const choose = (...changes: Parameters<typeof sampleEpisode>[0][]) =>
  exampleAmong(changes.map(sampleEpisode));

test('prefers a playable quotation to a description', () => {
  const quotation = 'and >>>openai<<< said so';
  const chosen = choose(
    { description: '>>>OpenAI<<< grows' },
    { ...said(quotation), title: 'Said' },
  );
  expect(chosen).toMatchObject({ keyword: 'OpenAI', text: quotation, atMs: 61_000 });
  expect(chosen?.episode.title).toBe('Said');
});

test('prefers the first keyword, then the newest episode', () => {
  const [bread, words] = [said('>>>sourdough<<<'), said('>>>OpenAI<<< it is')];
  const chosen = choose(bread, { ...words, title: 'Newer' }, { ...words, title: 'Older' });
  expect(chosen).toMatchObject({ keyword: 'OpenAI', episode: { title: 'Newer' } });
});

test.each([
  ['without a time', said('and >>>openai<<<', null)],
  ['without audio', { ...said('and >>>openai<<<'), audio: '' }],
  ['of another word', said('and >>>open<<<')],
  ['without a mark', said('and openai')],
])('ignores a quotation %s', (_, change) => {
  expect(choose(change)).toMatchObject({
    keyword: 'Sam Altman',
    text: 'About >>>Sam Altman<<<.',
    atMs: null,
  });
});

test('prefers a topic of the roster to any other word', () => {
  const names = ROSTER.map(({ name }) => name);
  expect(SHOWN_EXAMPLES.slice(0, -1).filter((keyword) => !names.includes(keyword))).toEqual([]);
  const chosen = choose({ ...said('>>>sourdough<<<'), title: 'Bread' }, said('>>>Elon Musk<<<'));
  expect(chosen?.keyword).toBe('Elon Musk');
});

test('returns null without a mention', () => {
  expect(choose()).toBeNull();
  expect(choose({ description: 'Nothing is marked here.' })).toBeNull();
});
