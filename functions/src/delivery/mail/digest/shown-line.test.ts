import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../../testing/fuzz-runs.ts';
import { aroundMention } from './shown-line.ts';

const around = (excerpt: string, length = 60) =>
  aroundMention({ excerpt }, length)
    .map(({ text, highlighted }) => (highlighted ? `*${text}*` : text))
    .join('');

test.each([
  ['One. We ask >>>OpenAI<<< about it. Two.', 'We ask *OpenAI* about it.'],
  ['What it is\nHow >>>OpenAI<<< began\nThe end', 'How *OpenAI* began'],
  ['>>>OpenAI<<<', '*OpenAI*'],
  [`${'word '.repeat(30)}>>>OpenAI<<< is.`, '…word word word word word *OpenAI* is.'],
  [
    `So >>>OpenAI<<<${' word'.repeat(30)}`,
    'So *OpenAI* word word word word word word word word word word…',
  ],
  ['No mention here.', ''],
])('shortens %j to %j', (excerpt, shown) => {
  expect(around(excerpt)).toBe(shown);
});

test('takes the mention from a reason if the excerpt has none', () => {
  const reasons = [
    { place: 'title' as const, text: '>>>OpenAI<<< grows' },
    { place: 'spoken' as const, text: 'And >>>OpenAI<<< said so.' },
  ];
  const parts = aroundMention({ excerpt: 'Nothing here.', reasons }, 60);
  expect(parts.map(({ text }) => text).join('')).toBe('And OpenAI said so.');
});

test('keeps the mention within the maximum length', () => {
  const part = fc.string({ unit: 'grapheme', maxLength: 80 });
  fc.assert(
    fc.property(part, part, fc.integer({ min: 20, max: 140 }), (before, after, length) => {
      const parts = aroundMention({ excerpt: `${before} >>>match<<< ${after}` }, length);
      const text = parts.map((each) => each.text).join('');
      expect(text.length).toBeLessThanOrEqual(length);
      expect(text).toContain('match');
      expect(text.isWellFormed()).toBe(true);
    }),
    { numRuns: fuzzRuns(200) },
  );
});
