import { describe, expect, it } from 'vitest';
import type { FeedItem } from '../../feeds/feed-model.ts';
import { itemIdentity } from './item-identity.ts';
import { matchItems, type StoredEpisode } from './match-items.ts';
import { feedItem, NOW } from '../testing/test-catalogue.ts';

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

  it('with the same audio but for its query, when title and date are the same or there is no date', () => {
    const audio = 'https://audio.example/1.mp3?token=';
    const known = feedItem({ guid: null, link: null, audio: `${audio}one` });
    const old = stored(known);
    const again = feedItem({ ...known, audio: `${audio}two` });
    expect(idsOf([again], [old])).toEqual([old.id]);
    expect(idsOf([{ ...again, publishedAtMs: null }], [old])).toEqual([old.id]);
    expect(idsOf([{ ...again, title: 'Another' }], [old])).toEqual([undefined]);
    expect(idsOf([{ ...again, publishedAtMs: NOW }], [old])).toEqual([undefined]);
  });

  it('with the same title and date, when the whole show moved to another host', () => {
    const items = [feedItem({ guid: null }), feedItem({ guid: null, publishedAtMs: NOW })];
    const old = items.map(stored);
    const moved = items.map((item) =>
      feedItem({ ...item, link: null, audio: item.audio!.replace('audio', 'moved') }),
    );
    expect(idsOf(moved, old)).toEqual(old.map(({ id }) => id));
    const undated = moved.map((item) => ({ ...item, publishedAtMs: null }));
    expect(idsOf(undated, old)).toEqual([undefined, undefined]);
  });

  it('by guid rather than by audio', () => {
    const other = stored(feedItem());
    const after = feedItem({ guid: before.guid, audio: other.audio });
    expect(idsOf([after], [other, episode])).toEqual([episode.id]);
  });
});

describe('items are different episodes', () => {
  it('when a script serves the audio of each, told apart by its query alone', () => {
    const play = (id: number, title: string, publishedAtMs: number | null) =>
      feedItem({
        guid: null,
        link: null,
        audio: `https://a.example/p?id=${id}`,
        title,
        publishedAtMs,
      });
    const first = stored(play(1, 'Daily news', NOW));
    expect(idsOf([play(2, 'Daily news', NOW + 1)], [first])).toEqual([undefined]);
    const second = stored(play(2, 'Daily news', NOW));
    expect(idsOf([play(3, 'Daily news', NOW)], [first, second])).toEqual([undefined]);
    const both = [play(3, 'Daily news', null), play(4, 'Daily news', null)];
    expect(idsOf(both, [first])).toEqual([undefined, undefined]);
  });

  it('when they share title and date with others', () => {
    const same = { title: 'Part', publishedAtMs: NOW };
    const [first, second] = [stored(feedItem(same)), stored(feedItem(same))];
    expect(idsOf([feedItem(same)], [first, second])).toEqual([undefined]);
    expect(idsOf([feedItem(same), feedItem(same)], [first])).toEqual([undefined, undefined]);
  });

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
