import { expect, test } from 'vitest';
import { sampleEpisode } from '#shared/episode/sample-episode.ts';
import { spokenMarks } from './spoken-marks.ts';

test('the places whose times are known are marked, with their words', () => {
  const spoken = [
    { text: '…the >>>brass<<< barometer', atMs: 754_500 },
    { text: 'a >>>brass<<< band', atMs: null },
  ];
  expect(spokenMarks(sampleEpisode({ spoken, spokenTotal: 2 }))).toEqual([
    { atS: 754.5, label: '…the brass barometer' },
  ]);
  expect(spokenMarks(sampleEpisode())).toEqual([]);
});
