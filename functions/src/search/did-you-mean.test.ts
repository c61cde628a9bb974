import { describe, expect, it, vi } from 'vitest';
import { feedItem, NOW, readingOf } from '../catalogue/testing/test-catalogue.ts';
import { ENGINES } from '../catalogue/testing/test-engines.ts';
import { AppError } from '../platform/app-error.ts';
import { didYouMean } from './did-you-mean.ts';

const TITLES = [
  'OpenAI and Sam Altman',
  'Sam Altman again',
  'Anthropic, and what it did',
  'Cloud, cloud and cloud',
  'A claud once',
  'Tobi Lütke of Shopify',
  'Crypto regulation with a sponsor',
];
/** A PostgreSQL in WebAssembly is slow. */
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
    // The more frequent of several.
    expect(await meant(['clloud'])).toBe('cloud');
    expect(await meant(['opnai', 'antropik', '-sponsor'])).toBe('openai, anthropic, -sponsor');
    // What stands somewhere is spelled well: the query leaves nothing of it.
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
