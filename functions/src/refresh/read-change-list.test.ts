import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { FeedFetch } from '../feeds/feed-model.ts';
import { readChangeList } from './read-change-list.ts';

const NEWEST = 'https://list.example/current';

function page(position: unknown, feeds: unknown[], previous?: string): unknown {
  return {
    status: 'true',
    feedCount: feeds.length,
    previousTrackingUrl: previous,
    data: { nextSince: 1, position, feeds, items: [{ episodeId: 1, feedId: 2 }] },
  };
}

function fetched(body: unknown): FeedFetch {
  const bytes = new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
  const validators = { etag: null, lastModified: null };
  return { kind: 'fetched', bytes, contentType: 'application/json', validators };
}

/** Pages 5, 4, 3 … down to 1; page N names the feed N. */
const pages = (asked: string[] = []) =>
  function fetchPage(url: string): Promise<FeedFetch> {
    asked.push(url);
    const position = url === NEWEST ? 5 : Number(url.split('/').pop());
    const feed = { feedUrl: `https://host.example/${position}`, feedId: position };
    return Promise.resolve(
      fetched(page(position, [feed, feed], `https://list.example/${position - 1}`)),
    );
  };

const names = (urls: string[]) => urls.map((url) => url.split('/').pop());

describe('the list of changes', () => {
  it('is read back to the last position, each feed once', async () => {
    const asked: string[] = [];
    const read = await readChangeList(NEWEST, 2, pages(asked));
    expect({ ...read, urls: names(read.urls) }).toEqual({
      urls: ['5', '4', '3'],
      position: 5,
      isComplete: true,
      failure: null,
    });
    expect(asked).toHaveLength(4);
  });

  it('is read for one page at first, and where nothing is new', async () => {
    expect(names((await readChangeList(NEWEST, null, pages())).urls)).toEqual(['5']);
    const same = await readChangeList(NEWEST, 5, pages());
    expect(same).toEqual({ urls: [], position: 5, isComplete: true, failure: null });
  });

  it('ends after forty pages', async () => {
    const asked: string[] = [];
    const endless = (url: string) => {
      asked.push(url);
      const position = 1000 - asked.length;
      return Promise.resolve(fetched(page(position, [], `https://list.example/${position}`)));
    };
    expect(await readChangeList(NEWEST, 1, endless)).toMatchObject({ isComplete: false });
    expect(asked).toHaveLength(40);
  });

  test.each<[string, unknown, string]>([
    ['no JSON', '<html>', 'The answer is not a list of changes.'],
    ['no position', page('soon', []), 'The answer is not a list of changes.'],
    ['another shape', [1, 2], 'The answer is not a list of changes.'],
    ['a page of itself', page(5, [], NEWEST), 'The pages of the list lead in a circle.'],
  ])('with %s is refused in a sentence', async (_, body, failure) => {
    const read = await readChangeList(NEWEST, 2, () => Promise.resolve(fetched(body)));
    expect(read).toMatchObject({ failure, isComplete: false });
  });

  it('keeps what was read when an older page is missing', async () => {
    const broken = (url: string) =>
      url === NEWEST
        ? pages()(url)
        : Promise.resolve<FeedFetch>({ kind: 'refused', code: 'gone', message: 'It is gone.' });
    const read = await readChangeList(NEWEST, 2, broken);
    expect({ ...read, urls: names(read.urls) }).toEqual({
      urls: ['5'],
      position: 5,
      isComplete: false,
      failure: 'It is gone.',
    });
  });

  it('leads to no other host', async () => {
    const asked: string[] = [];
    const elsewhere = (url: string) => {
      asked.push(url);
      return Promise.resolve(fetched(page(5, [], 'http://169.254.169.254/latest')));
    };
    await readChangeList(NEWEST, 2, elsewhere);
    expect(asked).toEqual([NEWEST]);
  });

  it('of any content costs its broken entries only', async () => {
    const good = { feedUrl: 'https://host.example/good' };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), async (entries) => {
        const mixed = () => Promise.resolve(fetched(page(9, [...entries, good])));
        const read = await readChangeList(NEWEST, null, mixed);
        expect(read.urls).toContain(good.feedUrl);
        expect(read.urls.every((url) => /^https?:/.test(url))).toBe(true);
      }),
    );
  });
});
