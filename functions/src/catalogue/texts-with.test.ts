import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../contract/index.ts';
import { feedItem, NOW, readingOf } from './testing/test-catalogue.ts';
import { ENGINES } from './testing/test-engines.ts';
import { storeFeed } from './store/store-feed.ts';

const FEED = 'https://show.example/feed';
/** PostgreSQL stores the last word in a second vector. */
const LONG = `${'word '.repeat(400)}overflow`;
const SPONSORS = 'Brought to you by Acme rockets and cheese.';

describe.each(ENGINES)('texts for spelling suggestions on $engine', ({ open }) => {
  it('returns texts of matching notes, including overflow vectors', async () => {
    const { catalogue } = await open();
    const items = ['One is here', 'Two is here', `Three ${LONG}`].map((said, at) =>
      feedItem({
        title: `Episode ${at}`,
        guid: `${at}`,
        link: `https://show.example/${at}`,
        description: `${said}.\n${SPONSORS}`,
        publishedAtMs: NOW - at * 30 * HOUR_MS,
      }),
    );
    await catalogue.write(() => storeFeed(FEED, readingOf(items), NOW));
    const titles = async (limit: number, ...keywords: string[]) =>
      (await catalogue.textsWith({ keywords, limit })).map(([title]) => title).sort();
    expect(await titles(5, 'two')).toEqual(['Episode 1']);
    expect(await titles(5, 'nowhere', 'one', 'three')).toEqual(['Episode 0', 'Episode 2']);
    expect(await titles(5, 'overflow')).toEqual(['Episode 2']);
    expect(await titles(5, '"two" AND "here"')).toEqual(['Episode 1']);
    expect(await titles(5, '"two" AND "three"')).toEqual([]);
    expect(await titles(2, 'acme rockets')).toHaveLength(2);
    expect(await titles(9, 'acme rockets')).toHaveLength(3);
    expect(await titles(1, 'one', 'two')).toEqual(['Episode 0']);
    expect(await titles(5, '+++')).toEqual([]);
  });
});
