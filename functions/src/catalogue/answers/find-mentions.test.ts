import { expect, test } from 'vitest';
import { toSpokenText } from '../../feeds/transcripts/spoken-text.ts';
import { mentionFinder } from './find-mentions.ts';

const find = mentionFinder([
  { path: '/company/openai', keywords: ['OpenAI'] },
  { path: '/founder/sam-altman', keywords: ['Sam Altman'] },
  { path: '/vc/nea', keywords: ['NEA', 'New Enterprise Associates'] },
]);

test('lists who is said first, then who is only written', () => {
  const spoken = toSpokenText([
    { startMs: 5000, text: 'Sam Altman and his friend.' },
    { startMs: 9000, text: 'Open AI, or OpenAI. Sam Altman again.' },
  ]);
  expect(find(['New Enterprise Associates, OpenAI', 'NEA'], spoken)).toEqual([
    { path: '/founder/sam-altman', atMs: 5000 },
    { path: '/company/openai', atMs: 9000 },
    { path: '/vc/nea' },
  ]);
});

test('names without a time have none, and the first time counts', () => {
  const spoken = toSpokenText([
    { startMs: null, text: 'OpenAI begins.' },
    { startMs: 7000, text: 'OpenAI goes on.' },
  ]);
  expect(find([], spoken)).toEqual([{ path: '/company/openai', atMs: 7000 }]);
  expect(find([], toSpokenText([{ startMs: null, text: 'OpenAI' }]))).toEqual([
    { path: '/company/openai' },
  ]);
});

test('finds words, not parts of words', () => {
  expect(find(['Sam Altmann met a neat OpenAIs'], null)).toEqual([]);
});
