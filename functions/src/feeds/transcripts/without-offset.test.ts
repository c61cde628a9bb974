import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTranscript } from './read-transcript.ts';
import { withoutOffset } from './without-offset.ts';

function startsOf(durationSeconds: number | null) {
  const file = new URL('./fixtures/odd/hour-offset-a.srt', import.meta.url);
  const reading = readTranscript(readFileSync(file), null);
  const cues = reading.kind === 'read' ? reading.cues : [];
  return withoutOffset(cues, durationSeconds).map(({ startMs }) => startMs);
}

test('removes whole hours before captions of a shorter audio', () => {
  expect(startsOf(600)).toEqual([0, 2000]);
});

test('keeps times if the audio is long enough, too short or of unknown length', () => {
  for (const seconds of [4000, null]) expect(startsOf(seconds)).toEqual([3_600_000, 3_602_000]);
  const cues = [3_600_000, 7_900_000].map((startMs) => ({ startMs, text: 'a' }));
  expect(withoutOffset(cues, 600)).toEqual(cues);
  expect(withoutOffset([{ startMs: null, text: 'a' }], 600)).toEqual([
    { startMs: null, text: 'a' },
  ]);
});
