import { describe, expect, it } from 'vitest';
import { messageItems } from '../alerts/outbox/message-items.ts';
import { pairBytes } from '../alerts/outbox/sent-log.ts';
import { messageEpisode } from '../alerts/plan/digest-episodes.ts';
import { apiEpisode } from '../api/operations/api-episode.ts';
import { type Episode, HOUR_MS } from '../contract/index.ts';
import type { FeedItem } from '../feeds/feed-model.ts';
import { formerItemId } from '../platform/item-id.ts';
import { alertItems } from '../search/alert-search.ts';
import type { WritableCatalogue } from './catalogue.ts';
import { newEpisodes } from './testing/new-episodes.ts';
import { feedItem, NOW, readingOf } from './testing/test-catalogue.ts';
import { ENGINES } from './testing/test-engines.ts';
import { storeFeed } from './store/store-feed.ts';
import { exportFeed, importFeed } from './testing/copy-feed.ts';

const FEED = 'https://show.example/feed';
const LINK = 'https://show.example/episodes';
const AT_MS = NOW - HOUR_MS;

const SITE = 'https://earshot.example';

async function idsInOutputs(catalogue: WritableCatalogue) {
  const { episodes } = await catalogue.query({ keywords: ['graphs'], limit: 9, totalLimit: 9 });
  const alert = { id: '007', keyword: 'graphs', createdAtMs: 1 };
  const matched = [];
  for await (const episode of newEpisodes(catalogue, 0, 0)) matched.push(episode);
  const section = {
    alertId: '007-x',
    keyword: 'graphs',
    episodes: matched.map((episode) => messageEpisode(episode, { keyword: 'graphs' })),
    episodeIds: pairBytes(matched.map((_, at) => String(at).padStart(16, '0'))),
  };
  const byTitle = (list: readonly { id: string; title: string }[]) =>
    Object.fromEntries(list.map(({ id, title }) => [title, id]));
  return {
    search: byTitle(episodes.map((each) => apiEpisode(each, SITE))),
    matches: byTitle(episodes.map(alertItems(alert, SITE))),
    messages: byTitle(messageItems([section], SITE)),
  };
}

const item = (guid: string, fields: Partial<FeedItem> = {}) =>
  feedItem({ guid, title: `On graphs ${guid}`, link: LINK, publishedAtMs: AT_MS, ...fields });

const store = (catalogue: WritableCatalogue, items: FeedItem[], feed = FEED) =>
  catalogue.write(() => storeFeed(feed, readingOf(items), NOW));

describe.each(ENGINES)('item ids on $engine', ({ open }) => {
  it('episodes of the same link and date have distinct ids, equal in every output', async () => {
    const { catalogue } = await open();
    await store(catalogue, [item('a'), item('b')]);
    const { search, matches, messages } = await idsInOutputs(catalogue);
    expect(new Set(Object.values(search)).size).toBe(2);
    expect(Object.values(search)).toEqual([
      expect.stringMatching(/^[0-9a-f]{32}$/),
      expect.stringMatching(/^[0-9a-f]{32}$/),
    ]);
    expect(matches).toEqual(search);
    expect(messages).toEqual(search);
  });

  it.each<[string, Partial<FeedItem>]>([
    ['a date moved by a second', { publishedAtMs: AT_MS + 1000 }],
    ['a date moved by a day', { publishedAtMs: AT_MS - 24 * HOUR_MS }],
    ['another link', { link: 'https://show.example/elsewhere' }],
    ['another guid', { guid: 'new-guid' }],
    ['other notes', { description: 'Corrected.' }],
  ])('an item keeps its id after %s, and in a copied catalogue', async (_, change) => {
    const { catalogue } = await open();
    await store(catalogue, [item('a')]);
    const before = await idsInOutputs(catalogue);
    await store(catalogue, [item('a', change)]);
    expect(await idsInOutputs(catalogue)).toEqual(before);
    const other = (await open()).catalogue;
    const exported = await catalogue.read(() => exportFeed(FEED));
    await other.write(() => importFeed(exported!));
    expect(await idsInOutputs(other)).toEqual(before);
  });

  it('two feeds with the same guid have distinct ids', async () => {
    const { catalogue } = await open();
    await store(catalogue, [item('a')]);
    const other = item('a', { title: 'On graphs, elsewhere', audio: 'https://b.example/1.mp3' });
    await store(catalogue, [other], 'https://b.example/feed');
    expect(new Set(Object.values((await idsInOutputs(catalogue)).search)).size).toBe(2);
  });

  it('finds an episode by its id, by a former date, and by a former id', async () => {
    const { catalogue } = await open();
    await store(catalogue, [item('a'), item('b')]);
    const find = async (id: string, atMs: number) =>
      (await catalogue.episode({ id, pub_date_ms: atMs, keywords: [] }))?.title ?? null;
    const { search } = await idsInOutputs(catalogue);
    for (const [title, id] of Object.entries(search)) expect(await find(id, AT_MS)).toBe(title);
    const former = (episode: Pick<Episode, 'title' | 'link' | 'podcast'>) =>
      formerItemId({ ...episode, pubDateMs: AT_MS });
    const [found] = (await catalogue.query({ keywords: ['graphs'], limit: 1, totalLimit: 1 }))
      .episodes;
    expect(await find(former(found!), AT_MS)).toMatch(/^On graphs/);

    await store(catalogue, [item('a', { publishedAtMs: AT_MS + 59_000 })]);
    const id = search['On graphs a']!;
    expect(await find(id, AT_MS)).toBe('On graphs a');
    expect(await find(id, AT_MS + 2 * HOUR_MS)).toBeNull();
    expect(await find('0'.repeat(32), AT_MS)).toBeNull();
  });
});
