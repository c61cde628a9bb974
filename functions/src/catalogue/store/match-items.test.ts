import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
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
    origin: '',
    publishedAtMs: item.publishedAtMs ?? NOW,
    ingestedAtMs: NOW,
    newAtOnce: null,
    title: item.title,
    link: item.link,
    audio: item.audio,
    durationSeconds: item.durationSeconds,
    speakers: '',
  };
}

function idsOf(items: FeedItem[], episodes: StoredEpisode[]): (number | undefined)[] {
  return matchItems(items, episodes).matched.map((entry) => entry.stored?.id);
}

/** `hours` after 02:00 on the day of {@link NOW}. */
const at = (hours: number) => NOW - (10 - hours) * HOUR_MS;

describe('items of stored episodes', () => {
  const before = feedItem();
  const episode = stored(before);

  it('matches by guid, whatever else changed', () => {
    const after = feedItem({ guid: before.guid });
    expect(idsOf([after], [episode])).toEqual([episode.id]);
  });

  it('matches by title and day if the guid is new and the old guid is gone', () => {
    const { title } = before;
    const again = feedItem({ title, publishedAtMs: at(3) });
    expect(idsOf([again], [episode])).toEqual([episode.id]);
    expect(idsOf([again, before], [episode])).toEqual([undefined, episode.id]);
    const withoutGuid = stored({ ...before, guid: null });
    expect(idsOf([again], [withoutGuid])).toEqual([withoutGuid.id]);
  });

  it('matches items without a guid by URL and title or day', () => {
    for (const address of [{ link: null }, { audio: null }]) {
      const item = { ...before, ...address, guid: null };
      const old = stored(item);
      expect(idsOf([{ ...item, title: 'Renamed' }], [old])).toEqual([old.id]);
      expect(idsOf([{ ...item, publishedAtMs: NOW - 9 * DAY_MS }], [old])).toEqual([old.id]);
      const next = { ...item, title: 'Renamed', publishedAtMs: NOW + DAY_MS };
      expect(idsOf([next], [old])).toEqual([undefined]);
    }
  });

  it('ignores the query of an audio URL if title and date agree or the date is missing', () => {
    const audio = 'https://audio.example/1.mp3?token=';
    const known = feedItem({ guid: null, link: null, audio: `${audio}one` });
    const old = stored(known);
    const again = feedItem({ ...known, audio: `${audio}two` });
    expect(idsOf([again], [old])).toEqual([old.id]);
    expect(idsOf([{ ...again, publishedAtMs: null }], [old])).toEqual([old.id]);
    expect(idsOf([{ ...again, title: 'Another' }], [old])).toEqual([undefined]);
    expect(idsOf([{ ...again, publishedAtMs: NOW }], [old])).toEqual([undefined]);
  });

  it('matches by title and date when the show moved to another host', () => {
    const items = [feedItem({ guid: null }), feedItem({ guid: null, publishedAtMs: NOW })];
    const old = items.map(stored);
    const moved = items.map((item) =>
      feedItem({ ...item, link: null, audio: item.audio!.replace('audio', 'moved') }),
    );
    expect(idsOf(moved, old)).toEqual(old.map(({ id }) => id));
    const undated = moved.map((item) => ({ ...item, publishedAtMs: null }));
    expect(idsOf(undated, old)).toEqual([undefined, undefined]);
  });

  it('prefers the guid to the audio', () => {
    const other = stored(feedItem());
    const after = feedItem({ guid: before.guid, audio: other.audio });
    expect(idsOf([after], [other, episode])).toEqual([episode.id]);
  });
});

describe('items of other episodes', () => {
  it('separates daily episodes whose audio is always `latest.mp3`', () => {
    const day = (number: number, title: string) =>
      feedItem({
        title,
        audio: 'https://a.example/latest.mp3',
        publishedAtMs: NOW + number * DAY_MS,
      });
    for (const titleOf of [() => 'The day', (number: number) => `Day ${number}`]) {
      const [first, second] = [day(0, titleOf(0)), day(1, titleOf(1))];
      expect(idsOf([second], [stored(first)])).toEqual([undefined]);
      expect(idsOf([second, first], [stored(first)])).toEqual([undefined, expect.any(Number)]);
    }
  });

  it('does not match by page or time only', () => {
    const { link, publishedAtMs } = feedItem();
    expect(idsOf([feedItem({ link })], [stored(feedItem({ link }))])).toEqual([undefined]);
    const other = stored(feedItem({ publishedAtMs }));
    expect(idsOf([feedItem({ publishedAtMs })], [other])).toEqual([undefined]);
  });

  it('separates titles that differ only in symbols', () => {
    const [c, cpp] = ['Learn C', 'Learn C++'].map((title) => feedItem({ title }));
    expect(idsOf([cpp!], [stored(c!)])).toEqual([undefined]);
  });

  it('separates bulletins that replace each other', () => {
    const bulletin = (hour: number, durationSeconds: number | null = null) =>
      feedItem({ title: 'News', link: null, publishedAtMs: at(hour), durationSeconds });
    const [first, second] = [stored(bulletin(1)), stored(bulletin(2))];
    expect(idsOf([bulletin(3)], [first, second])).toEqual([undefined]);
    expect(idsOf([bulletin(3), bulletin(4)], [first])).toEqual([undefined, undefined]);
    expect(idsOf([bulletin(3, 181)], [stored(bulletin(1, 179))])).toEqual([undefined]);
    const daily = stored({ ...bulletin(1), publishedAtMs: NOW - DAY_MS });
    expect(idsOf([bulletin(3)], [daily])).toEqual([undefined]);
  });

  it('separates audio of one script by its query', () => {
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

  it('does not match by a title and date that several episodes share', () => {
    const same = { title: 'Part', publishedAtMs: NOW };
    const [first, second] = [stored(feedItem(same)), stored(feedItem(same))];
    expect(idsOf([feedItem(same)], [first, second])).toEqual([undefined]);
    expect(idsOf([feedItem(same), feedItem(same)], [first])).toEqual([undefined, undefined]);
  });

  it('does not match by the page of the show', () => {
    const link = 'https://show.example/';
    const title = 'Daily news';
    const old = [feedItem({ link, title }), feedItem({ link, title })].map(stored);
    expect(idsOf([feedItem({ link, title })], old)).toEqual([undefined]);
    const items = [feedItem({ link, title }), feedItem({ link, title })];
    expect(idsOf(items, old.slice(0, 1))).toEqual([undefined, undefined]);
  });

  it('compares guids exactly, including empty, numeric and malformed guids', () => {
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
  it('drops and counts duplicate items', () => {
    const item = feedItem({ guid: null });
    const again = { ...item, link: null };
    const { matched, repeated } = matchItems([item, again], []);
    expect(matched.map((entry) => entry.item)).toEqual([item]);
    expect(repeated).toBe(1);
  });
});
