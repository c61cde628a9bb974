import { expect, test } from 'vitest';
import { transcribedText } from './transcribed-text.ts';

test.each([
  [[0, 0, 0], 'No episodes in the last 35 days.'],
  [[12, 0, 0], 'Its 12 recent episodes have only show notes. What is only said is not found.'],
  [[1, 0, 0], 'Its recent episode has only show notes. What is only said is not found.'],
  [[1, 1, 0], 'Its recent episode has the publisher’s transcript.'],
  [
    [5, 1, 0],
    'Of its 5 recent episodes, 1 has the publisher’s transcript and 4 have only show notes.',
  ],
  [
    [5, 0, 2],
    'Of its 5 recent episodes, 2 have a machine transcript and 3 have only show notes. A machine can mishear names.',
  ],
] as const)('describes %j', ([episodes, published, heard], text) => {
  expect(transcribedText({ episodes, published, heard })).toBe(text);
});
