import { describe, expect, it } from 'vitest';
import { withoutBlowUp } from '../fixtures/without-blow-up.ts';
import { markerOf } from '../../query/excerpt.ts';
import { MACHINE_SPEAKER, MAX_MOMENTS_SHOWN } from '../../contract/index.ts';
import { MACHINE_LIMITS, quotationText, spokenMatches } from './spoken-matches.ts';
import { packSpokenText, toSpokenText, unpackSpokenText } from './spoken-text.ts';
import type { Cue } from './transcript.ts';

const find = (cues: Cue[], ...phrases: string[]) =>
  spokenMatches(toSpokenText(cues), markerOf(phrases));

const words = (count: number, word = 'and') => Array<string>(count).fill(word).join(' ');

describe('a quotation', () => {
  it('quotes the sentence with its match marked', () => {
    const cues = [{ startMs: 5, text: 'Before. We sold Cópper, all of it! After that' }];
    expect(find(cues, 'copper')).toEqual({
      spoken: [{ text: '…We sold >>>Cópper<<<, all of it!', atMs: 5 }],
      spokenTotal: 1,
      minutes: 1,
      of: 1,
    });
  });

  it('counts minutes with a match, by time or by length', () => {
    const cuesAt = (startMs: number | null) => ({ startMs, text: `copper, ${words(110)} copper` });
    const timed = find([59_000, 60_000, 61_000, 500_000].map(cuesAt), 'copper');
    expect(timed).toMatchObject({ minutes: 3, of: 9 });
    expect(find([null, null].map(cuesAt), 'copper')).toMatchObject({ minutes: 2, of: 2 });
  });

  it('truncates an endless sentence between words', () => {
    const text = find([{ startMs: 0, text: `${words(500)} copper ${words(500)}` }], 'copper')
      ?.spoken[0]?.text;
    expect(text).toMatch(/^…(and ){10,30}>>>copper<<<( and){10,40}…$/);
    expect(text?.length).toBeLessThan(260);
    const long = 'x'.repeat(500);
    expect(find([{ startMs: 0, text: `${long} copper ${long}` }], 'copper')?.spoken[0]?.text).toBe(
      '…>>>copper<<<…',
    );
  });

  it('quotes the whole of a long match, and other matches after it', () => {
    const phrase = words(20, 'copper');
    expect(
      find([{ startMs: 0, text: `we ${phrase} sell tin and tin` }], phrase, 'tin')?.spoken,
    ).toEqual([{ text: `we >>>${phrase}<<< sell >>>tin<<< and >>>tin<<<`, atMs: 0 }]);
  });

  it('has the time and speaker of the cue in which its match begins', () => {
    const cues = [
      { startMs: 1000, speaker: 'Ann', text: 'We are at the quiet' },
      { startMs: null, speaker: 'Bo', text: 'harbour of' },
      { startMs: 9000, text: 'Genoa' },
    ];
    const moments = (phrase: string) =>
      find(cues, phrase)?.spoken.map(({ atMs, speaker }) => [atMs, speaker]);
    expect(moments('quiet harbour of genoa')).toEqual([[1000, 'Ann']]);
    expect(moments('harbour')).toEqual([[null, 'Bo']]);
    expect(moments('genoa')).toEqual([[9000, undefined]]);
    expect(find(cues, 'quiet genoa')).toBeNull();
  });

  it('quotes at most three matches and counts all', () => {
    const cues = Array.from({ length: 20_000 }, (_, at) => ({
      startMs: at * 1000,
      text: 'Copper, then tin.',
    }));
    const found = withoutBlowUp(() => find(cues, 'copper'));
    expect(found?.spoken.map(({ atMs }) => atMs)).toEqual([0, 1000, 2000]);
    expect(found?.spokenTotal).toBe(20_000);
  });

  it.each([
    [{ atMs: 754_000, speaker: 'Ann' }, 'Said by Ann at about 12:34: x'],
    [{ atMs: 3_723_999 }, 'Said at about 1:02:03: x'],
    [{ atMs: null, speaker: 'Ann' }, 'Said by Ann: x'],
    [{ atMs: 5_000 }, 'Said at about 0:05: x'],
  ])('formats a quotation with %j as "%s"', (match, text) => {
    expect(quotationText({ text: 'x', ...match })).toBe(text);
  });
});

describe('what is said', () => {
  it('packs a transcript without loss to a third of its length', () => {
    const cues = Array.from({ length: 500 }, (_, at) => ({
      startMs: at % 50 === 7 ? null : at * 3_000,
      ...(at % 40 > 4 && { speaker: at % 20 < 9 ? 'Ann' : 'Bo' }),
      text: `We speak of ledger ${at * 7919}, and of what ${at % 13} people made of it.`,
    }));
    const spoken = toSpokenText(cues);
    const packed = packSpokenText(spoken);
    expect(unpackSpokenText(packed)).toEqual(spoken);
    expect(packed.length).toBeLessThan(spoken.text.length / 3);
    expect(unpackSpokenText(packSpokenText(toSpokenText([])))).toEqual(toSpokenText([]));
  });
});

describe('a machine’s transcript', () => {
  const machine = (cues: Omit<Cue, 'speaker'>[], phrase = 'copper') =>
    spokenMatches(
      toSpokenText(cues.map((cue) => ({ ...cue, speaker: MACHINE_SPEAKER }))),
      markerOf([phrase]),
      MAX_MOMENTS_SHOWN,
    );
  const countWords = (texts: readonly string[]) =>
    texts.join(' ').split(/\s+/).filter(Boolean).length;

  it('quotes at most 200 words of any number of matches', () => {
    const cues = Array.from({ length: 400 }, (_, at) => ({
      startMs: at * 10_000,
      text: `a b c d e f copper ${words(60, 'i')}`,
    }));
    const found = machine(cues);
    expect(found?.spokenTotal).toBe(400);
    const shown = countWords(found?.spoken.map(({ text }) => text) ?? []);
    expect(shown).toBeLessThanOrEqual(MACHINE_LIMITS.words);
    expect(shown).toBeGreaterThan(60);
  });

  it('quotes at most 15 seconds before and after a match', () => {
    const cues = ['one', 'two', 'about copper', 'three', 'four'].map((text, at) => ({
      startMs: at * 10_000,
      text,
    }));
    expect(machine(cues)?.spoken[0]?.text).toBe('…two about >>>copper<<< three…');
  });

  it('quotes at most 200 words for frequent words', () => {
    const spoken = Array.from({ length: 300 }, (_, at) => ({
      startMs: at * 4000,
      text: `the word ${at} and the other`,
    }));
    for (const phrase of ['the', 'word', 'and', 'the other']) {
      const found = machine(spoken, phrase);
      expect(countWords(found?.spoken.map(({ text }) => text) ?? [])).toBeLessThanOrEqual(200);
    }
  });
});
