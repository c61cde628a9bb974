import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { openPostgres } from '../catalogue/engines/postgres/open-postgres.ts';
import { openWritablePostgres } from '../catalogue/engines/postgres/writable-postgres.ts';
import { feedItem, NOW, readingOf } from '../catalogue/testing/test-catalogue.ts';
import { ENGINES } from '../catalogue/testing/test-engines.ts';
import {
  busyBackends,
  connectTo,
  HAS_POSTGRES,
  postgresUrl,
} from '../catalogue/testing/test-postgres.ts';
import { AppError } from '../platform/app-error.ts';
import { didYouMean, spellingsOf } from './did-you-mean.ts';
import * as fc from 'fast-check';
import { storeFeed } from '../catalogue/store/store-feed.ts';

test.each([
  ['opnai', 'openai'],
  ['openaii', 'openai'],
  ['openei', 'openai'],
  ['oepnai', 'openai'],
  ['penai', 'openai'],
])('respells %s as %s', (typed, meant) => {
  expect(spellingsOf(typed)).toContain(meant);
});

test('lists each spelling once and never the word itself', () => {
  const spellings = spellingsOf('aab');
  expect(spellings).not.toContain('aab');
  expect(new Set(spellings).size).toBe(spellings.length);
});

/** Edits between two words: letters inserted, removed or replaced. */
function editDistance(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length;
  const [rest, otherRest] = [one.slice(1), other.slice(1)];
  if (one[0] === other[0]) return editDistance(rest, otherRest);
  const edits = [
    editDistance(rest, other),
    editDistance(one, otherRest),
    editDistance(rest, otherRest),
  ];
  return 1 + Math.min(...edits);
}

test('spells words at most one edit or one swap away', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(word, fc.nat(), (typed, choice) => {
      const spellings = spellingsOf(typed);
      const meant = spellings[choice % spellings.length] ?? '';
      expect(editDistance(typed, meant)).toBeGreaterThan(0);
      expect(editDistance(typed, meant)).toBeLessThanOrEqual(2);
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
/** Long, because PGlite is slow. */
const WITHIN_MS = 60_000;
const WANTED = { limit: 100, totalLimit: 1000 };

describe.each(ENGINES)('didYouMean in $engine', ({ open }) => {
  it('suggests a similar query that has results', async () => {
    const { catalogue } = await open();
    const items = TITLES.map((title) => feedItem({ title }));
    await catalogue.write(() => storeFeed('https://show.example/feed', readingOf(items), NOW));
    const meant = async (keywords: string[], startDateMs?: number) =>
      (
        await didYouMean(catalogue, { ...WANTED, keywords, startDateMs }, { mostMs: WITHIN_MS })
      )?.join(', ') ?? null;

    expect(await meant(['opnai'])).toBe('openai');
    expect(await meant(['OPENAII'])).toBe('openai');
    expect(await meant(['"Sam Altmann" -bank'])).toBe('"Sam altman" -bank');
    expect(await meant(['san altman'])).toBe('sam altman');
    expect(await meant(['samm altman'])).toBe('sam altman');
    expect(await meant(['antropic'])).toBe('anthropic');
    // No suggestion for two edits, or for known words that never occur together.
    expect(await meant(['antropik'])).toBe(null);
    expect(await meant(['sam again'])).toBe(null);
    expect(await meant(['Tobi Lutkee'])).toBe('Tobi lutke');
    // Suggests the more frequent of two spellings.
    expect(await meant(['clloud'])).toBe('cloud');
    expect(await meant(['opnai', 'antropic', '-sponsor'])).toBe('openai, anthropic, -sponsor');
    // A word that occurs is spelled correctly, though the query excludes its episodes.
    expect(await meant(['crypto -sponsor'])).toBe(null);
    expect(await meant(['crpto -sponsor'])).toBe(null);
    expect(await meant(['opnai'], NOW + 1e9)).toBe(null);
    expect(await meant(['xylophonic zebrafish'])).toBe(null);
    expect(await meant(['zzz'])).toBe(null);
    expect(await meant(['crypt*'])).toBe(null);
    // Values of `lang:` are not respelled.
    expect(await meant(['opnai lang:en -lang:clloud'])).toBe('openai lang:en -lang:clloud');
    expect(await meant(['clloud', 'lang:"en-clloud"'])).toBe('cloud, lang:"en-clloud"');
    expect(await meant(['opnai lang:de'])).toBe(null);
    expect(await meant(['openai lang:ex'])).toBe(null);
    expect(await meant(['-opnai'])).toBe(null);
    expect(await meant(['one two three four five sixx seven'])).toBe(null);
  });
});

const nothing = () => Promise.resolve({ episodes: [], total: 0 });

it('gives up when the catalogue refuses, and passes on other errors', async () => {
  const textsWith = vi.fn(() => Promise.reject(new AppError('upstream-timeout', 'too much')));
  const asked = { ...WANTED, keywords: ['opnai'] };
  expect(await didYouMean({ query: nothing, textsWith }, asked)).toBeNull();
  expect(textsWith).toHaveBeenCalledOnce();
  const broken = () => Promise.reject(new TypeError('a defect'));
  await expect(didYouMean({ query: nothing, textsWith: broken }, asked)).rejects.toThrow(
    'a defect',
  );
});

it('aborts its queries after the timeout or when the client leaves', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const catalogue = {
    query: nothing,
    textsWith: (_: unknown, signal?: AbortSignal) => {
      signals.push(signal);
      return new Promise<never>(() => undefined);
    },
  };
  const asked = { ...WANTED, keywords: ['opnai'] };
  expect(await didYouMean(catalogue, asked, { mostMs: 10 })).toBeNull();
  const leaving = new AbortController();
  const left = didYouMean(catalogue, asked, { signal: leaving.signal, mostMs: WITHIN_MS });
  leaving.abort();
  expect(await left).toBeNull();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
});

it('looks up at most 1 000 spellings, whatever is typed', async () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'z'), minLength: 1, maxLength: 18 });
  const typed = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(typed, async (phrases) => {
      let [spellings, questions] = [0, 0];
      const catalogue = {
        query: nothing,
        textsWith({ keywords }: { keywords: readonly string[] }) {
          questions += 1;
          if (keywords.length === 1) return Promise.resolve([]);
          spellings += keywords.length;
          return Promise.resolve([[keywords[0] ?? '']]);
        },
      };
      const keywords = phrases.map((each) => each.join(' '));
      await didYouMean(catalogue, { ...WANTED, keywords }, { mostMs: WITHIN_MS });
      expect(spellings).toBeLessThanOrEqual(1_000);
      expect(questions).toBeLessThanOrEqual(6 * 2);
    }),
  );
});

test.runIf(HAS_POSTGRES)('cancels an aborted query on the server', async () => {
  const url = await postgresUrl();
  const writable = openWritablePostgres(url, { password: undefined });
  onTestFinished(() => writable.close());
  await writable.write(() =>
    storeFeed('https://show.example/feed', readingOf([feedItem({ title: 'the end' })]), NOW),
  );
  const catalogue = openPostgres(url, { password: undefined, readUrl: undefined });
  onTestFinished(() => catalogue.close());
  const [other, watcher] = [await connectTo(url), await connectTo(url)];
  onTestFinished(() => Promise.all([other.end(), watcher.end()]).then(() => undefined));
  await other.query('BEGIN; LOCK TABLE more_words');
  const leaving = new AbortController();
  const asked = { keywords: ['andd'], limit: 9, totalLimit: 9 };
  const meant = didYouMean(catalogue, asked, { signal: leaving.signal, mostMs: 60_000 });
  const busy = (count: number) =>
    vi.waitFor(async () => expect(await busyBackends(watcher, url)).toBe(count), {
      timeout: 9_000,
    });
  await busy(1);
  leaving.abort();
  expect(await meant).toBeNull();
  await busy(0);
});
