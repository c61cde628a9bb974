import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { sentencesAround } from './sentences-around.ts';
import { toSpokenText } from './spoken-text.ts';
import type { Cue } from './transcript.ts';

const around = (cues: readonly Cue[], atMs: number) => sentencesAround(toSpokenText(cues), atMs);
const linesAround = (cues: readonly Cue[], atMs: number) =>
  around(cues, atMs)?.map((sentence) => `${sentence.atMs} ${sentence.text}`);

/** Forty characters, ended by a full stop. */
const line = (words: string) => `${words.padEnd(39, 'a')}.`;

describe('the sentences around a moment', () => {
  test('joins sentences across cues, with the time of the first word', () => {
    const cues = [
      { startMs: 0, text: 'We met at the quiet harbour of Genoa,' },
      { startMs: 4_000, text: 'and it rained. Nobody at all was in' },
      { startMs: 8_000, text: 'the streets that morning.' },
    ];
    expect(linesAround(cues, 0)).toEqual([
      '0 We met at the quiet harbour of Genoa, and it rained.',
      '5200 Nobody at all was in the streets that morning.',
    ]);
  });

  test('splits sentences at a change of speaker and joins short sentences', () => {
    const cues = [
      { startMs: 0, speaker: 'Ann', text: 'Yes. No. Perhaps' },
      { startMs: 2_000, speaker: 'Bo', text: 'What?' },
    ];
    expect(around(cues, 0)).toEqual([
      { atMs: 0, speaker: 'Ann', text: 'Yes. No. Perhaps' },
      { atMs: 2_000, speaker: 'Bo', text: 'What?' },
    ]);
  });

  test('returns sentences from one minute before to two minutes after', () => {
    const cues = [0, 59, 60, 61, 120, 239, 240].map((second) => ({
      startMs: second * 1000,
      text: line(`second ${second} `),
    }));
    expect(around(cues, 120_000)?.map(({ atMs }) => atMs / 1000)).toEqual([60, 61, 120, 239]);
  });

  test('does not stretch times over a pause', () => {
    const cues = [
      { startMs: 0, text: `${line('one ')} ${line('two ')}` },
      { startMs: 50_000, text: line('three ') },
    ];
    expect(around(cues, 0)?.map(({ atMs }) => atMs)).toEqual([0, 3_280, 50_000]);
  });

  test('estimates times within a long cue that began earlier', () => {
    const text = Array.from({ length: 100 }, (_, at) => line(`${at} `)).join(' ');
    const cues = [
      { startMs: 0, text },
      { startMs: 300_000, text: 'The end.' },
    ];
    expect(linesAround(cues, 150_000)?.[0]).toMatch(/^9\d{4} 3\d /);
  });

  test('returns the nearest four kilobytes of dense text', () => {
    const cues = Array.from({ length: 180 }, (_, second) => ({
      startMs: second * 1000,
      text: line(`${second} Ж`.padEnd(20, 'ж')),
    }));
    const times = around(cues, 60_000)?.map(({ atMs }) => atMs / 1000) ?? [];
    expect([times[0], times.at(-1)]).toEqual([26, 96]);
  });

  test('returns nothing in silence, and null without times', () => {
    expect(around([{ startMs: 0, text: 'Hello.' }], 600_000)).toEqual([]);
    expect(around([{ startMs: null, text: 'Hello.' }], 0)).toBeNull();
    expect(around([], 0)).toBeNull();
  });
});

const hostile = fc.record({
  startMs: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 400_000 })),
  text: fc
    .array(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        fc.constantFrom('. ', '。', '>>>', '<<<', ' ', '𝔸'.repeat(200), '<b>', 'word '.repeat(90)),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
});

test('sentences of any cues are sorted, quoted exactly and within the limits', () => {
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 40 }), fc.nat({ max: 14 }), (cues, step) => {
      const atMs = step * 30_000;
      const spoken = toSpokenText(cues);
      const sentences = sentencesAround(spoken, atMs) ?? [];
      let offset = 0;
      sentences.forEach((sentence, index) => {
        offset = spoken.text.indexOf(sentence.text, offset);
        expect(offset).toBeGreaterThanOrEqual(0);
        offset += sentence.text.length;
        expect(sentence.text.isWellFormed()).toBe(true);
        expect(sentence.text.length).toBeLessThanOrEqual(320);
        expect(sentence.atMs).toBeGreaterThan(sentences[index - 1]?.atMs ?? -1);
        expect(sentence.atMs).toBeGreaterThanOrEqual(atMs - 60_000);
        expect(sentence.atMs).toBeLessThan(atMs + 120_000);
      });
      expect(Buffer.byteLength(sentences.map(({ text }) => text).join(''))).toBeLessThanOrEqual(
        4096,
      );
    }),
    { numRuns: fuzzRuns(300) },
  );
});
