import { expect, test } from 'vitest';
import { heardText } from './heard-text.ts';

test.each([
  [[0, 0, 0], 'No episodes in the last 35 days.'],
  [
    [12, 0, 0],
    'The show notes of its 12 recent episodes are searched. There are no transcripts, so what is only said is not found.',
  ],
  [[1, 1, 0], 'Searched of its recent episode: 1 with the publisher’s transcript.'],
  [
    [5, 0, 2],
    'Searched of its 5 recent episodes: 2 with a machine transcript, 3 by show notes only. A machine can mishear names.',
  ],
] as const)('says of %j what is searched', ([episodes, published, heard], text) => {
  expect(heardText({ episodes, published, heard })).toBe(text);
});
