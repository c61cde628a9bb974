import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { splitHighlights } from '../contract/index.ts';
import { EXCERPT_LENGTH, MATCH_END, MATCH_START } from './excerpt.ts';
import { excerptOfMarked } from './fixtures/excerpt-of-marked.ts';

function match(text: string): string {
  return MATCH_START + text + MATCH_END;
}

/** Texts with match markers; matches begin and end with a letter. */
const markedText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.string({
        unit: fc.constantFrom('a', ' ', '>', '<', '.', '\n', '😀', 'é'),
        maxLength: 300,
      }),
      fc
        .string({ unit: fc.constantFrom('m', ' ', '<', '>', '😀'), maxLength: 700 })
        .map((text) => match(`m${text}m`)),
      fc.constantFrom(' ', '. ', 'word ', 'Sentence. '),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

function shownText(text: string): string {
  return splitHighlights(text)
    .map((part) => part.text)
    .join('');
}

describe('excerptOfMarked', () => {
  it.each(['', 'a'])('cuts between surrogate pairs (shifted by %j)', (shift) => {
    const text = `${shift}${'😀'.repeat(100)}${match('m')}${shift}${'😀'.repeat(400)}`;
    const shown = excerptOfMarked(text);
    expect(shown.isWellFormed()).toBe(true);
    // The excerpt is as close to the limits as surrogate pairs allow.
    expect(shown).toMatch(/^…(😀){39,41}>>>m<<</u);
    expect(shownText(shown).length).toBeGreaterThanOrEqual(EXCERPT_LENGTH);
  });

  it('drops a surrogate pair that the limit would split', () => {
    const before = 'a'.repeat(EXCERPT_LENGTH - 2);
    expect(excerptOfMarked(`${match('m')}${before}😀${'b'.repeat(100)}`)).toBe(`>>>m<<<${before}…`);
  });

  it('returns a short text in full', () => {
    expect(excerptOfMarked(`We met ${match('Sam Altman')} today.`)).toBe(
      'We met >>>Sam Altman<<< today.',
    );
    expect(excerptOfMarked('No match in here.')).toBe('No match in here.');
    expect(excerptOfMarked('')).toBe('');
  });

  it('begins at the sentence before the first match', () => {
    const text = `${'Long before. '.repeat(40)}And then ${match('it')} came.`;
    expect(excerptOfMarked(text)).toMatch(/^…(Long before\. ){0,9}And then >>>it<<< came\.$/);
    expect(excerptOfMarked(`${'x '.repeat(200)}end. Then ${match('it')} came.`)).toBe(
      '…Then >>>it<<< came.',
    );
  });

  it('begins with the text if the first match is near its start', () => {
    const lead = `Hello. ${'x'.repeat(72)} `;
    expect(lead).toHaveLength(80);
    expect(excerptOfMarked(lead + match('it'))).toBe(`${lead}>>>it<<<`);
    expect(excerptOfMarked(`${lead} ${match('it')}`)).toBe(`…${'x'.repeat(72)}  >>>it<<<`);
  });

  it('begins at a word if no sentence begins near the match', () => {
    const shown = excerptOfMarked(`${'some words '.repeat(40)}${match('it')} came.`);
    expect(shown).toMatch(/^…(some|words) /);
    expect(shown.indexOf('>>>')).toBeLessThanOrEqual(121);
    const wide = excerptOfMarked(`${'words  '.repeat(40)}${match('it')} came.`);
    expect(wide).toBe(`…${'words  '.repeat(11)}>>>it<<< came.`);
  });

  it('ends at a word', () => {
    const shown = excerptOfMarked(`${match('it')} came ${'with words '.repeat(100)}`);
    expect(shown).toMatch(/(with|words)…$/);
    expect(shownText(shown).length).toBeLessThanOrEqual(EXCERPT_LENGTH + 1);
    // One more word would exceed the limit.
    expect(shownText(shown).length).toBeGreaterThan(EXCERPT_LENGTH - ' words'.length);
  });

  it('keeps a last word that just fits', () => {
    const rest = `${'x'.repeat(580)} ${'y'.repeat(16)}`;
    expect(excerptOfMarked(`${match('it')} ${rest} more`)).toBe(`>>>it<<< ${rest}…`);
    expect(excerptOfMarked(`${match('it')} ${rest}y more`)).toBe(`>>>it<<< ${'x'.repeat(580)}…`);
  });

  it('highlights a truncated match up to the cut', () => {
    expect(excerptOfMarked(match(`m${'.'.repeat(1000)}m`))).toBe(
      `>>>m${'.'.repeat(EXCERPT_LENGTH - 1)}<<<…`,
    );
  });

  it('closes a match that ends at the limit, and opens none there', () => {
    const first = match('a');
    const rest = 'x'.repeat(EXCERPT_LENGTH - 3);
    expect(excerptOfMarked(`${first} ${rest}${match('m')}`)).toBe(`>>>a<<< ${rest}>>>m<<<`);
    expect(excerptOfMarked(`${first} ${rest}x${match('m')}`)).toBe(`>>>a<<< ${rest}x…`);
  });

  it('drops unpaired markers and no text', () => {
    expect(excerptOfMarked(`a${MATCH_END}b ${match('it')} c${MATCH_END}d${MATCH_START}e`)).toBe(
      'ab >>>it<<< cde',
    );
    expect(excerptOfMarked(`${MATCH_START}a ${match('it')} b`)).toBe('a >>>it<<< b');
    expect(excerptOfMarked(`a ${match('')} b`)).toBe('a  b');
  });

  it('breaks up highlight markers in the text', () => {
    expect(excerptOfMarked(`>>>forged<<< and ${match('real')}`)).toBe('>>forged<< and >>>real<<<');
    expect(excerptOfMarked(match('a <<< b'))).toBe('>>>a << b<<<');
  });

  it('any excerpt is a short part of the text around the first match', () => {
    fc.assert(
      fc.property(markedText, (text) => {
        const shown = excerptOfMarked(text);
        const plain = shownText(shown);
        expect(plain.length).toBeLessThanOrEqual(EXCERPT_LENGTH + 2);
        const whole = text
          .replace(/[\uFDD0\uFDD1]/g, '')
          .replace(/>{3,}/g, '>>')
          .replace(/<{3,}/g, '<<');
        const squeeze = (written: string) => written.replace(/>+/g, '>').replace(/<+/g, '<');
        expect(squeeze(whole)).toContain(squeeze(plain.replace(/^…/, '').replace(/…$/, '')));
        if (text.includes(MATCH_START)) expect(shown.slice(0, 130)).toContain('>>>');
      }),
      { numRuns: fuzzRuns(500) },
    );
  });

  it('highlights exactly the visible matches of any text', () => {
    fc.assert(
      fc.property(markedText, (text) => {
        const matches = Array.from(text.matchAll(/\uFDD0([^\uFDD1]*)\uFDD1/g), ([, inner]) =>
          inner!.replace(/>{3,}/g, '>>').replace(/<{3,}/g, '<<'),
        );
        const shown = splitHighlights(excerptOfMarked(text))
          .filter((part) => part.highlighted)
          .map((part) => part.text);
        for (const [index, highlighted] of shown.entries()) {
          const last = index === shown.length - 1;
          if (last) expect(matches[index]!.startsWith(highlighted)).toBe(true);
          else expect(highlighted).toBe(matches[index]);
        }
        expect(excerptOfMarked(text).split('>>>').length).toBe(
          excerptOfMarked(text).split('<<<').length,
        );
      }),
      { numRuns: fuzzRuns(500) },
    );
  });

  it('never splits a surrogate pair of any text', () => {
    fc.assert(
      fc.property(markedText, (text) => {
        expect(excerptOfMarked(text).isWellFormed()).toBe(text.isWellFormed());
      }),
      { numRuns: fuzzRuns(300) },
    );
  });
});
