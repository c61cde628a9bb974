import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../contract/index.ts';
import { fuzzRuns } from '../test-runs.ts';
import type { Catalogue } from './catalogue.ts';
import { feedItem, NOW, readingOf } from './testing/test-catalogue.ts';
import { ENGINES } from './testing/test-engines.ts';

const FEED = 'https://show.example/feed';

const ask = (catalogue: Catalogue, query: string, limit = 50) =>
  catalogue.query({ keywords: query.split(', '), limit, totalLimit: 50, sort: 'relevance' });

const titlesOf = ({ episodes }: { episodes: { title: string }[] }) =>
  episodes.map(({ title }) => title);

describe.each(ENGINES)('results of $engine, ranked', ({ open, pace }) => {
  /** Newest first. */
  async function catalogueOf(episodes: readonly { title: string; description?: string }[]) {
    const { catalogue } = await open();
    const items = episodes.map((episode, age) =>
      feedItem({ description: '', ...episode, publishedAtMs: NOW - age * HOUR_MS }),
    );
    await catalogue.storeFeed(FEED, readingOf(items), NOW);
    return catalogue;
  }
  const filler = 'and much about other things that nobody here looks for today '.repeat(4);

  it('begin with a title, then what speaks of it often, then a passing mention', async () => {
    const catalogue = await catalogueOf([
      { title: 'Passing', description: `${filler} fusion ${filler}` },
      { title: 'Often', description: `fusion here, fusion there, fusion everywhere ${filler}` },
      { title: 'Fusion', description: filler },
      { title: 'Elsewhere', description: filler },
    ]);
    const answer = await ask(catalogue, 'fusion');
    expect(titlesOf(answer)).toEqual(['Fusion', 'Often', 'Passing']);
    expect(answer).toMatchObject({ total: 3, isRanked: true });
    expect(titlesOf(await ask(catalogue, 'fusion', 1))).toEqual(['Fusion']);
  });

  it('that are equal stay newest first', async () => {
    const equal = Array.from({ length: 5 }, () => ({ title: 'Same', description: 'fusion' }));
    const catalogue = await catalogueOf(equal);
    const times = (await ask(catalogue, 'fusion')).episodes.map((episode) => episode.pub_date_ms);
    expect(times).toEqual(times.toSorted((left, right) => Number(right) - Number(left)));
  });

  it('are the same episodes as the newest first, whatever is asked', async () => {
    const words = ['one', 'two', 'three', 'four'];
    const catalogue = await catalogueOf(
      Array.from({ length: 30 }, (_, at) => ({
        title: `${words[at % 4]} ${at}`,
        description: words.filter((_, index) => (at * 7) % (index + 2) === 0).join(' '),
      })),
    );
    const word = fc.constantFrom('one', 'two', 'thr*', '"two three"', 'title:four', 'spoken:one');
    const term = fc
      .tuple(fc.constantFrom('', '', '+', '-'), word)
      .map(([sign, text]) => sign + text);
    await fc.assert(
      fc.asyncProperty(fc.array(term, { minLength: 1, maxLength: 4 }), async (terms) => {
        const query = { keywords: terms, limit: 50, totalLimit: 50 };
        const [newest, ranked] = [
          await catalogue.query(query),
          await catalogue.query({ ...query, sort: 'relevance' }),
        ];
        expect(ranked.total).toBe(newest.total);
        expect(titlesOf(ranked).sort()).toEqual(titlesOf(newest).sort());
      }),
      { numRuns: fuzzRuns(60 * pace) },
    );
  });
});
