import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitHighlights } from '../contract/index.ts';
import { excerpt, EXCERPT_LENGTH, MATCH_END, MATCH_START } from './excerpt.ts';

function match(text: string): string {
  return MATCH_START + text + MATCH_END;
}

/** Texts as the index marks them: pieces of which some are matches, beginning and ending in a letter. */
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

describe('an excerpt', () => {
  it.each(['', 'a'])('is never cut within a character (%j)', (shift) => {
    const text = `${shift}${'😀'.repeat(100)}${match('m')}${shift}${'😀'.repeat(400)}`;
    const shown = excerpt(text);
    expect(shown.isWellFormed()).toBe(true);
    // At both ends as near to the limit as whole characters allow.
    expect(shown).toMatch(/^…(😀){39,41}>>>m<<</u);
    expect(shownText(shown).length).toBeGreaterThanOrEqual(EXCERPT_LENGTH);
  });

  it('shows a short text whole', () => {
    expect(excerpt(`We met ${match('Sam Altman')} today.`)).toBe('We met >>>Sam Altman<<< today.');
    expect(excerpt('No match in here.')).toBe('No match in here.');
    expect(excerpt('')).toBe('');
  });

  it('begins at the sentence before the first match', () => {
    const text = `${'Long before. '.repeat(40)}And then ${match('it')} came.`;
    expect(excerpt(text)).toMatch(/^…(Long before\. ){0,9}And then >>>it<<< came\.$/);
    expect(excerpt(`${'x '.repeat(200)}end. Then ${match('it')} came.`)).toBe(
      '…Then >>>it<<< came.',
    );
  });

  it('begins at a word where no sentence begins nearby', () => {
    const shown = excerpt(`${'some words '.repeat(40)}${match('it')} came.`);
    expect(shown).toMatch(/^…(some|words) /);
    expect(shown.indexOf('>>>')).toBeLessThanOrEqual(121);
  });

  it('ends at a word', () => {
    const shown = excerpt(`${match('it')} came ${'with words '.repeat(100)}`);
    expect(shown).toMatch(/(with|words)…$/);
    expect(shownText(shown).length).toBeLessThanOrEqual(EXCERPT_LENGTH + 1);
  });

  it('highlights a match it cuts off up to the cut', () => {
    expect(excerpt(match(`m${'.'.repeat(1000)}m`))).toBe(
      `>>>m${'.'.repeat(EXCERPT_LENGTH - 1)}<<<…`,
    );
  });

  it('takes an end marker in with the last character, and no start marker alone', () => {
    const first = match('a');
    const rest = 'x'.repeat(EXCERPT_LENGTH - 3);
    expect(excerpt(`${first} ${rest}${match('m')}`)).toBe(`>>>a<<< ${rest}>>>m<<<`);
    expect(excerpt(`${first} ${rest}x${match('m')}`)).toBe(`>>>a<<< ${rest}x…`);
  });

  it('lets nothing in the text pass for a marker', () => {
    expect(excerpt(`>>>forged<<< and ${match('real')}`)).toBe('>>forged<< and >>>real<<<');
    expect(excerpt(match('a <<< b'))).toBe('>>>a << b<<<');
  });

  it('is short, starts near the first match, and is a part of the text, for any text', () => {
    fc.assert(
      fc.property(markedText, (text) => {
        const shown = excerpt(text);
        const plain = shownText(shown);
        expect(plain.length).toBeLessThanOrEqual(EXCERPT_LENGTH + 2);
        const whole = text
          .replace(/[\uFDD0\uFDD1]/g, '')
          .replace(/>{3,}/g, '>>')
          .replace(/<{3,}/g, '<<');
        // Runs of brackets are shortened before the markers are taken out.
        const squeeze = (written: string) => written.replace(/>+/g, '>').replace(/<+/g, '<');
        expect(squeeze(whole)).toContain(squeeze(plain.replace(/^…/, '').replace(/…$/, '')));
        if (text.includes(MATCH_START)) expect(shown.slice(0, 130)).toContain('>>>');
      }),
      { numRuns: 2000 },
    );
  });

  it('highlights exactly the matches it shows, for any text', () => {
    fc.assert(
      fc.property(markedText, (text) => {
        const matches = Array.from(text.matchAll(/\uFDD0([^\uFDD1]*)\uFDD1/g), ([, inner]) =>
          inner!.replace(/>{3,}/g, '>>').replace(/<{3,}/g, '<<'),
        );
        const shown = splitHighlights(excerpt(text))
          .filter((part) => part.highlighted)
          .map((part) => part.text);
        for (const [index, highlighted] of shown.entries()) {
          const last = index === shown.length - 1;
          if (last) expect(matches[index]!.startsWith(highlighted)).toBe(true);
          else expect(highlighted).toBe(matches[index]);
        }
        expect(excerpt(text).split('>>>').length).toBe(excerpt(text).split('<<<').length);
      }),
      { numRuns: 2000 },
    );
  });

  it('never splits a character', () => {
    fc.assert(
      fc.property(markedText, (text) => {
        expect(excerpt(text).isWellFormed()).toBe(text.isWellFormed());
      }),
      { numRuns: 1000 },
    );
  });
});
