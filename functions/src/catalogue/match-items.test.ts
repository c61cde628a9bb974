import { describe, expect, it } from 'vitest';
import type { FeedItem } from './feed-reading.ts';
import { itemIdentity } from './item-identity.ts';
import { matchItems, type StoredEpisode } from './match-items.ts';
import { feedItem, NOW } from './test-catalogue.ts';

let ids = 0;

function stored(item: FeedItem): StoredEpisode {
  ids += 1;
  return {
    id: ids,
    identity: itemIdentity(item),
    contentHash: '',
    publishedAtMs: item.publishedAtMs ?? NOW,
    ingestedAtMs: NOW,
    title: item.title,
    link: item.link,
    audio: item.audio,
  };
}

/** The ids of the stored episodes the items are matched with. */
function idsOf(items: FeedItem[], episodes: StoredEpisode[]): (number | undefined)[] {
  return matchItems(items, episodes).matched.map((entry) => entry.stored?.id);
}

describe('an item is the stored episode', () => {
  const before = feedItem();
  const episode = stored(before);

  it('with the same guid, whatever else changed', () => {
    const after = feedItem({ guid: before.guid });
    expect(idsOf([after], [episode])).toEqual([episode.id]);
  });

  it('with the same audio, when the guid changed or was added', () => {
    const after = feedItem({ audio: before.audio });
    expect(idsOf([after], [episode])).toEqual([episode.id]);
    const withoutGuid = stored({ ...before, guid: null });
    expect(idsOf([after], [withoutGuid])).toEqual([withoutGuid.id]);
  });

  it('with the same page and title or date, when guid and audio changed', () => {
    const publishedAtMs = NOW - 1;
    const { link, title } = before;
    expect(idsOf([feedItem({ link, title, publishedAtMs })], [episode])).toEqual([episode.id]);
    expect(idsOf([feedItem({ link })], [episode])).toEqual([episode.id]);
    expect(idsOf([feedItem({ link, publishedAtMs })], [episode])).toEqual([undefined]);
  });

  it('by guid rather than by audio', () => {
    const other = stored(feedItem());
    const after = feedItem({ guid: before.guid, audio: other.audio });
    expect(idsOf([after], [other, episode])).toEqual([episode.id]);
  });
});

describe('items are different episodes', () => {
  it('when they share the page of the show', () => {
    const link = 'https://show.example/';
    const title = 'Daily news';
    const old = [feedItem({ link, title }), feedItem({ link, title })].map(stored);
    expect(idsOf([feedItem({ link, title })], old)).toEqual([undefined]);
    const items = [feedItem({ link, title }), feedItem({ link, title })];
    expect(idsOf(items, old.slice(0, 1))).toEqual([undefined, undefined]);
  });

  it('when the guids are, though one is a part of the other, a number or has odd characters', () => {
    const guids = [
      '1',
      '01',
      '1 ',
      '',
      '__proto__',
      'constructor',
      '\0',
      '\uD800',
      '🤖',
      'a'.repeat(9999),
    ];
    const items = guids.map((guid) => feedItem({ guid }));
    const episodes = items.map(stored);
    expect(idsOf(items, episodes)).toEqual(episodes.map((episode) => episode.id));
    expect(new Set(episodes.map((episode) => episode.identity)).size).toBe(guids.length);
  });
});

describe('a repeated item', () => {
  it('is left out and counted', () => {
    const item = feedItem({ guid: null });
    const again = feedItem({ guid: null, audio: item.audio });
    const { matched, repeated } = matchItems([item, again], []);
    expect(matched.map((entry) => entry.item)).toEqual([item]);
    expect(repeated).toBe(1);
  });
});
