import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Episode, HOUR_MS, MINUTE_MS } from '../contract/index.ts';
import { toSpokenText } from '../feeds/transcripts/spoken-text.ts';
import { fuzzRuns } from '../testing/fuzz-runs.ts';
import { READ } from './store/attachment-record.ts';
import type { Catalogue } from './catalogue.ts';
import { feedItem, NOW, readingOf } from './testing/test-catalogue.ts';
import { ENGINES } from './testing/test-engines.ts';
import { storeFeed } from './store/store-feed.ts';
import { TRANSCRIPTS, awaitedAttachments } from './store/attachments-store.ts';
import { recordTranscript } from './store/transcripts-store.ts';

const ALL = { limit: 50, totalLimit: 50 };

const FEED = 'https://show.example/feed';

const ask = (catalogue: Catalogue, query: string, limit = 50) =>
  catalogue.query({ keywords: query.split(', '), limit, totalLimit: 50, sort: 'relevance' });

const titlesOf = ({ episodes }: { episodes: { title: string }[] }) =>
  episodes.map(({ title }) => title);

describe.each(ENGINES)('ranked results on $engine', ({ open, pace }) => {
  /** Stores these episodes, which are listed newest first. */
  async function catalogueOf(episodes: readonly { title: string; description?: string }[]) {
    const { catalogue } = await open();
    const items = episodes.map((episode, age) =>
      feedItem({ description: '', ...episode, publishedAtMs: NOW - age * HOUR_MS }),
    );
    await catalogue.write(() => storeFeed(FEED, readingOf(items), NOW));
    return catalogue;
  }
  const filler = 'and much about other things that nobody here looks for today '.repeat(4);

  it('lists strong matches before mentions in passing, each newest first', async () => {
    const catalogue = await catalogueOf([
      { title: 'Passing', description: `${filler} fusion ${filler}` },
      { title: 'Introduced', description: `Today fusion is here at last, ${filler}` },
      { title: 'Elsewhere', description: filler },
      { title: 'Aside', description: `${filler}\nA fusion kitchen.` },
      { title: 'Fusion', description: filler },
      { title: 'Often', description: `${filler}\nOf fusion.\nOf fission.\nFusion again.` },
    ]);
    const answer = await ask(catalogue, 'fusion');
    expect(titlesOf(answer)).toEqual(['Introduced', 'Fusion', 'Often', 'Passing', 'Aside']);
    expect(answer).toMatchObject({ total: 5, isRanked: true });
    expect(answer.episodes.map(({ strength, why }) => [strength, why])).toEqual([
      ['about', 'introduction'],
      ['about', 'title'],
      ['about', 'often'],
      ['passing', 'once'],
      ['passing', 'once'],
    ]);
    expect(titlesOf(await ask(catalogue, 'fusion', 1))).toEqual(['Introduced']);
    const about = await catalogue.query({ ...ALL, keywords: ['fusion'], strength: 'about' });
    expect(titlesOf(about)).toEqual(['Introduced', 'Fusion', 'Often']);
    expect(about.total).toBe(3);
  });

  it('ranks a transcript by the number of minutes with a match', async () => {
    const { catalogue } = await open();
    const transcripts = [{ url: 'https://show.example/a.vtt', type: 'text/vtt' }];
    const items = ['Said once', 'Said often'].map((title, age) =>
      feedItem({ title, transcripts, description: '', publishedAtMs: NOW - age * HOUR_MS }),
    );
    await catalogue.write(() => storeFeed(FEED, readingOf(items), NOW));
    const awaited = await catalogue.read(() =>
      awaitedAttachments(TRANSCRIPTS, NOW, { everyOne: true, limit: 9 }),
    );
    for (const [at, { episodeId, ...record }] of awaited.entries()) {
      const cues = [0, 1, 2].map((minute) => ({
        startMs: minute * MINUTE_MS * at,
        text: 'Here is fusion.',
      }));
      const read = { ...record, outcome: READ } as const;
      await catalogue.write(() => recordTranscript(episodeId, read, toSpokenText(cues)));
    }
    const { episodes } = await ask(catalogue, 'fusion');
    expect(episodes.map(({ title, why }) => [title, why])).toEqual([
      ['Said often', 'said_often'],
      ['Said once', 'said'],
    ]);
    const about = await catalogue.query({ ...ALL, keywords: ['fusion'], strength: 'about' });
    expect(titlesOf(about)).toEqual(['Said often']);
  });

  it('keeps equally strong matches newest first', async () => {
    const equal = Array.from({ length: 5 }, () => ({ title: 'Same', description: 'fusion' }));
    const catalogue = await catalogueOf(equal);
    const times = (await ask(catalogue, 'fusion')).episodes.map((episode) => episode.pub_date_ms);
    expect(times).toEqual(times.toSorted((left, right) => Number(right) - Number(left)));
  });

  it('ranking returns the same episodes as sorting by date', async () => {
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
        // Strengths, order and filter agree.
        const isAbout = ({ strength }: Episode) => strength === 'about';
        const about = newest.episodes.filter(isAbout);
        const others = newest.episodes.filter((episode) => !isAbout(episode));
        expect(ranked.episodes).toEqual([...about, ...others]);
        const filtered = await catalogue.query({ ...query, strength: 'about' });
        expect(filtered).toMatchObject({ episodes: about, total: about.length });
      }),
      { numRuns: fuzzRuns(60 * pace) },
    );
  });
});
