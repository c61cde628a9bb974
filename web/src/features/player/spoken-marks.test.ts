import { expect, test } from 'vitest';
import { sampleEpisode } from '#shared/testing/sample-episode.ts';
import { spokenMarks } from './spoken-marks.ts';

test('marks quotations of known time with their text', () => {
  const spoken = [
    { text: '…the >>>brass<<< barometer', atMs: 754_500 },
    { text: 'a >>>brass<<< band', atMs: null },
  ];
  expect(spokenMarks(sampleEpisode({ spoken, spokenTotal: 2 }))).toEqual([
    { atS: 754.5, label: '…the brass barometer' },
  ]);
  expect(spokenMarks(sampleEpisode())).toEqual([]);
});
