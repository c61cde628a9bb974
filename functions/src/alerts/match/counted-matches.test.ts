import { describe, expect, test } from 'vitest';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import { storeFeed } from '../../catalogue/store/store-feed.ts';
import { newEpisodes } from '../../catalogue/testing/new-episodes.ts';
import { feedItem, NOW, readingOf } from '../../catalogue/testing/test-catalogue.ts';
import { ENGINES } from '../../catalogue/testing/test-engines.ts';
import { MAX_MENTIONS } from '../../contract/index.ts';
import { normalizeQuery } from '../../query/normalize-query.ts';
import { answeredQueries } from '../fixtures/answered-queries.ts';

const SHOWS = [
  { title: 'Supreme Court Today', publisher: 'Washington Audio', episodes: ['Bees', 'The docket'] },
  { title: 'Small Bets', publisher: 'Supreme Court Press', episodes: ['The court of bees'] },
  { title: 'Garden Hour', publisher: 'Ann', episodes: ['Bees at the Supreme Court', 'Washington'] },
];

/** What a search finds, and how many of it an alert sends. */
const QUERIES: readonly (readonly [query: string, found: number, sent: number])[] = [
  ['Supreme Court', 4, 1],
  ['Washington', 3, 1],
  ['bees', 3, 3],
  ['Small Bets', 1, 0],
  ['show:"Supreme Court"', 2, 2],
  ['show:supreme bees', 1, 1],
  ['title:bees', 3, 3],
  ['by:"Washington Audio"', 2, 2],
  ['name:Court', 4, 1],
  ['Supreme Court -docket', 3, 1],
  ['Supreme Court OR Washington', 5, 2],
  ['"Supreme Court" AND bees', 3, 3],
  ['"Supreme Court" AND Washington', 2, 0],
  ['("Supreme Court" -bees) OR "Garden Hour"', 3, 1],
  ['Washington with:docket', 1, 0],
  ['Washington lang:en', 3, 1],
  ['wash*', 3, 1],
];

describe.each(ENGINES)('a search for an alert on $engine', ({ open }) => {
  test('counts and lists the episodes that the alert sends', async () => {
    const { catalogue } = await open();
    for (const [at, { episodes, ...show }] of SHOWS.entries()) {
      const reading = readingOf(
        episodes.map((title) => feedItem({ title })),
        show,
      );
      await catalogue.write(() => storeFeed(`https://show.example/${at}`, reading, NOW));
    }
    const stored: NewEpisode[] = [];
    for await (const episode of newEpisodes(catalogue, NOW, 0)) stored.push(episode);
    const keys = QUERIES.map(([query]) => normalizeQuery([query]));
    const answered = answeredQueries(keys, stored);
    for (const [at, [query, found, sent]] of QUERIES.entries()) {
      const asked = { keywords: [query], limit: 10, totalLimit: 10 };
      const search = await catalogue.query(asked);
      expect([query, search.total]).toEqual([query, found]);
      const counted = await catalogue.query({
        ...asked,
        nameOnly: false,
        trend: { atMs: NOW, most: MAX_MENTIONS },
      });
      const mentions = counted.trend?.days.reduce((sum, day) => sum + day, 0);
      expect([query, counted.total, mentions]).toEqual([query, sent, sent]);
      const matched = stored.filter((_, episode) => answered[episode]!.includes(at));
      const linksOf = (episodes: readonly { link: string }[]) => episodes.map(({ link }) => link);
      expect([query, linksOf(counted.episodes).sort()]).toEqual([query, linksOf(matched).sort()]);
    }
  });
});
