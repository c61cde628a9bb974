import { expect, test } from 'vitest';
import type { Segment } from '../services/transcription-service.ts';
import { goodSegments } from './good-segments.ts';

const segment = (text: string, more: Partial<Segment> = {}): Segment => ({
  startMs: 10_000,
  endMs: 12_000,
  text,
  noSpeech: null,
  logProbability: null,
  compression: null,
  ...more,
});
const kept = (segments: readonly Segment[], quiet: readonly [number, number][] = [], prompt = '') =>
  goodSegments(segments, quiet, prompt).map(({ text }) => text);

test('drops segments with both metrics of silence', () => {
  const metrics = { noSpeech: 0.9, logProbability: -1.2 };
  expect(kept([segment('Gone', metrics)])).toEqual([]);
  expect(kept([segment('Stays', { ...metrics, logProbability: null })])).toEqual(['Stays']);
  expect(kept([segment('Stays', { ...metrics, logProbability: -0.4 })])).toEqual(['Stays']);
});

test('drops looping segments after two repetitions', () => {
  expect(kept([segment('la la la la', { compression: 2.5 })])).toEqual([]);
  const loop = Array.from({ length: 5 }, () => segment('And so on.'));
  expect(kept([...loop, segment('Then.'), segment('And so on.')])).toEqual([
    'And so on.',
    'And so on.',
    'Then.',
    'And so on.',
  ]);
});

test('drops a stock phrase only beside a pause', () => {
  const thanks = segment('Thank you for watching!');
  expect(kept([thanks], [[12_500, 15_000]])).toEqual([]);
  expect(kept([thanks], [[20_000, 25_000]])).toEqual(['Thank you for watching!']);
  expect(
    kept([segment('Thank you for watching the whole series.')], [[12_500, 15_000]]),
  ).toHaveLength(1);
});

test('drops a segment that only repeats the prompt', () => {
  const prompt = 'Tensor Weather. What a good roadmap leaves out. Ada Holm';
  const said = ['Tensor weather.', 'Welcome to Tensor Weather.', 'Ada Holm', 'Tensor'].map((text) =>
    segment(text),
  );
  expect(kept(said, [], prompt)).toEqual(['Welcome to Tensor Weather.', 'Tensor']);
});
