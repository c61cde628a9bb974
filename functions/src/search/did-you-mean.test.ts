import { describe, expect, it, test, vi } from 'vitest';
import { feedItem, NOW, readingOf } from '../catalogue/testing/test-catalogue.ts';
import { ENGINES } from '../catalogue/testing/test-engines.ts';
import { AppError } from '../platform/app-error.ts';
import { didYouMean, editDistance, spellingsOf } from './did-you-mean.ts';
import * as fc from 'fast-check';

test.each([
  ['opnai', 'openai'],
  ['openaii', 'openai'],
  ['openei', 'openai'],
  ['oepnai', 'openai'],
  ['penai', 'openai'],
])('%s may be meant to be %s', (typed, meant) => {
  expect(spellingsOf(typed)).toContain(meant);
});

test('another spelling is never the word itself, and each stands once', () => {
  const spellings = spellingsOf('aab');
  expect(spellings).not.toContain('aab');
  expect(new Set(spellings).size).toBe(spellings.length);
});

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['kitten', 'sitting', 3],
  ['antropik', 'anthropic', 2],
  ['openai', 'openai', 0],
])('from "%s" to "%s" it is %i', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
});

test('whatever is one slip away is at most two edits away, in both directions', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(word, fc.nat(), (typed, choice) => {
      const spellings = spellingsOf(typed);
      const meant = spellings[choice % spellings.length] ?? '';
      expect(editDistance(typed, meant)).toBeGreaterThan(0);
      expect(editDistance(typed, meant)).toBeLessThanOrEqual(2);
      expect(editDistance(meant, typed)).toBe(editDistance(typed, meant));
    }),
  );
});

const TITLES = [
  'OpenAI and Sam Altman',
  'Sam Altman again',
  'Anthropic, and what it did',
  'Cloud, cloud and cloud',
  'A claud once',
  'Tobi Lütke of Shopify',
  'Crypto regulation with a sponsor',
];
/** PGlite is slow. */
const WITHIN_MS = 60_000;
const WANTED = { limit: 100, totalLimit: 1000 };

describe.each(ENGINES)('what is perhaps meant, in a catalogue of $engine', ({ open }) => {
  it('is spelled almost alike, and would find something', async () => {
    const { catalogue } = await open();
    const items = TITLES.map((title) => feedItem({ title }));
    await catalogue.storeFeed('https://show.example/feed', readingOf(items), NOW);
    const meant = async (keywords: string[], startDateMs?: number) =>
      (
        await didYouMean(
          (query) => catalogue.query(query),
          { ...WANTED, keywords, startDateMs },
          WITHIN_MS,
        )
      )?.join(', ') ?? null;

    expect(await meant(['opnai'])).toBe('openai');
    expect(await meant(['OPENAII'])).toBe('openai');
    expect(await meant(['"Sam Altmann" -bank'])).toBe('"Sam altman" -bank');
    expect(await meant(['san altman'])).toBe('sam altman');
    expect(await meant(['samm altman'])).toBe('sam altman');
    expect(await meant(['antropik'])).toBe('anthropic');
    expect(await meant(['Tobi Lutkee'])).toBe('Tobi lutke');
    // The more frequent of two spellings.
    expect(await meant(['clloud'])).toBe('cloud');
    expect(await meant(['opnai', 'antropik', '-sponsor'])).toBe('openai, anthropic, -sponsor');
    // A word that occurs is spelled correctly, though the query excludes its episodes.
    expect(await meant(['crypto -sponsor'])).toBe(null);
    expect(await meant(['crpto -sponsor'])).toBe(null);
    expect(await meant(['opnai'], NOW + 1e9)).toBe(null);
    expect(await meant(['xylophonic zebrafish'])).toBe(null);
    expect(await meant(['zzz'])).toBe(null);
    expect(await meant(['crypt*'])).toBe(null);
    expect(await meant(['-opnai'])).toBe(null);
    expect(await meant(['one two three four five sixx seven'])).toBe(null);
  });
});

it('is not looked for further when the catalogue refuses, and fails as it does otherwise', async () => {
  const query = vi.fn(() => Promise.reject(new AppError('upstream-timeout', 'too much')));
  expect(await didYouMean(query, { ...WANTED, keywords: ['opnai'] })).toBeNull();
  expect(query).toHaveBeenCalledOnce();
  const broken = () => Promise.reject(new TypeError('a defect'));
  await expect(didYouMean(broken, { ...WANTED, keywords: ['opnai'] })).rejects.toThrow('a defect');
});
