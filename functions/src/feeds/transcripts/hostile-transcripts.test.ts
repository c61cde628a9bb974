import { expect, test } from 'vitest';
import { quoteTranscripts } from '../../catalogue/answers/quote-transcripts.ts';
import { readTranscript } from './read-transcript.ts';
import { keptTextBytes, packSpokenText, unpackedText } from './spoken-text.ts';

/** A transcript stored before cues had a limit: seven Cyrillic letters in each of 299 000 lines. */
const WORD = 'привета';
const LINES = 299_000;
const stored = packSpokenText({
  text: Array.from({ length: LINES }, () => WORD).join(' '),
  starts: Array.from({ length: LINES }, (_, at) => at * (WORD.length + 1)),
  timesMs: Array.from({ length: LINES }, () => null),
  speakers: Array.from({ length: LINES }, () => undefined),
});

test('the cache of unpacked texts stays below its limit', () => {
  expect(stored.length).toBeLessThan(500);
  for (let id = 0; id < 6; id += 1) unpackedText(id, stored);
  expect(keptTextBytes()).toBeLessThanOrEqual(40_000_000);
});

test('quotes only the beginning of the first hostile text', async () => {
  const page = Array.from({ length: 12 }, (_, episodeId) => ({
    episodeId,
    packed: stored,
    transcribedSeconds: null,
    url: 'https://show.example/a.txt',
  }));
  const found = await quoteTranscripts([WORD], page);
  expect([...found.keys()]).toEqual([0]);
  for (const { spokenTotal } of found.values()) expect(spokenTotal).toBeLessThan(70_000);
});

/** Returns the number of cues, or the code of the failure. */
function outcomeOf(text: string): number | string {
  const reading = readTranscript(Buffer.from(text), null);
  return reading.kind === 'read' ? reading.cues.length : reading.code;
}

test('refuses more cues than a day of speech in any format', () => {
  const turns = 'Ann: да\nBob: да\n'.repeat(50_001);
  const json = `[${'{"start":1,"text":"да"},'.repeat(300_001)}{"start":1,"text":"да"}]`;
  for (const text of [`${WORD}\n`.repeat(LINES), turns, 'a\n'.repeat(1_000_000), json]) {
    expect(outcomeOf(text)).toBe('transcript-too-long');
  }
});
