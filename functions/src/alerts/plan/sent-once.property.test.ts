import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import {
  feedItem,
  NOW,
  readingOf,
  temporaryCatalogue,
} from '../../catalogue/testing/test-catalogue.ts';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import type { FeedItem } from '../../feeds/feed-model.ts';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { EMPTY_SENT_LOG, pairBytes, sectionPairs, withDigest } from '../outbox/sent-log.ts';
import { unsentMatches } from './unsent-matches.ts';
import { newEpisodes } from '../../catalogue/testing/new-episodes.ts';
import { storeFeed } from '../../catalogue/store/store-feed.ts';

/** `real` numbers the episodes that the publisher really made. */
interface Listed {
  real: number;
  item: FeedItem;
  /** True if another feed has a duplicate. Then title and audio must not change. */
  isCopied: boolean;
}

interface Feed {
  url: string;
  show: string;
  hasGuids: boolean;
  listed: Listed[];
  /** Includes items that the feed no longer lists. */
  all: Listed[];
}

const HOST = 'https://cdn.example';
/** Several episodes share each title, and some titles differ only in signs. */
const TITLES = ['News', 'Evening News', 'Learn C', 'Learn C++', 'Learn C#', 'Learn C*', 'Learn-C!'];
const dayOf = (atMs: number | null) => Math.floor((atMs ?? 0) / DAY_MS);

const pick = fc.nat({ max: 999 });
const step = fc.record({
  feed: fc.nat({ max: 3 }),
  other: fc.nat({ max: 3 }),
  hours: fc.integer({ min: 1, max: 9 }),
  pick,
  change: fc.oneof(
    fc.record({
      kind: fc.constant('publish' as const),
      title: fc.option(fc.constantFrom(...TITLES)),
      audio: fc.constantFrom('own', 'own', 'latest', 'placeholder'),
      isTimed: fc.boolean(),
      isDateOnly: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('new guid' as const), moves: fc.boolean(), later: fc.boolean() }),
    fc.constantFrom(
      ...(['new title', 'new audio', 'cross-post', 'shorten'] as const).map((kind) => ({ kind })),
    ),
  ),
});

class Publishers {
  private made = 0;
  private reals = 0;
  now = NOW;
  readonly feeds: Feed[] = ['Ann', 'Bo', 'Cy', 'Di'].map((name, at) => ({
    url: `https://${name}.example/feed`,
    show: `Show of ${name}`,
    hasGuids: at < 3,
    listed: [],
    all: [],
  }));

  get episodes(): number {
    return this.reals;
  }

  /** Applies a step unless its expected outcome is ambiguous. Returns the changed feed. */
  apply({ feed: at, other, hours, pick: chosen, change }: StepOf): Feed {
    this.now += hours * HOUR_MS;
    const feed = this.feeds[at]!;
    const listed = feed.listed[chosen % Math.max(1, feed.listed.length)];
    if (change.kind === 'publish') this.publish(feed, change);
    else if (change.kind === 'shorten') feed.listed = feed.listed.slice(0, 2);
    else if (listed === undefined) return feed;
    else if (change.kind === 'cross-post') return this.crossPost(listed, feed, this.feeds[other]!);
    else if (change.kind === 'new guid') this.newGuid(feed, listed, change);
    else if (change.kind === 'new title' && !listed.isCopied && hasOwnAudio(listed))
      listed.item = { ...listed.item, title: `Renamed ${(this.made += 1)}` };
    else if (change.kind === 'new audio' && !listed.isCopied && feed.hasGuids)
      listed.item = { ...listed.item, audio: this.ownAudio() };
    return feed;
  }

  private publish(feed: Feed, change: Extract<StepOf['change'], { kind: 'publish' }>): void {
    const number = (this.made += 1);
    const { title, isTimed, isDateOnly } = change;
    const audio = feed.hasGuids ? change.audio : 'own';
    const publishedAtMs = isDateOnly ? dayOf(this.now) * DAY_MS : this.now;
    const item = feedItem({
      guid: feed.hasGuids ? `guid-${number}` : null,
      // Two shows with the same placeholder audio and title would have the same episode.
      title: (audio === 'placeholder' ? null : title) ?? `Talk ${number}`,
      link: null,
      audio:
        audio === 'own'
          ? this.ownAudio()
          : `${HOST}/${audio === 'latest' ? `${feed.show}/latest` : 'soon'}.mp3`,
      publishedAtMs,
      durationSeconds: isTimed ? 601 + 60 * number : null,
    });
    // Ambiguous if the feed removed an item with the same title and day: it may be the same episode.
    const alike = feed.all.filter((each) => each.item.title === item.title);
    const isOpen = alike.some(
      (each) =>
        !feed.listed.includes(each) && dayOf(each.item.publishedAtMs) === dayOf(publishedAtMs),
    );
    // A title that several episodes share does not identify duplicates.
    if (isOpen || alike.some(({ isCopied }) => isCopied)) return;
    this.list(feed, { real: (this.reals += 1), item, isCopied: false });
  }

  private list(feed: Feed, listed: Listed): void {
    listed.item = { ...listed.item, description: `topic ${listed.real}` };
    feed.listed.unshift(listed);
    feed.all.push(listed);
  }

  private newGuid(
    feed: Feed,
    listed: Listed,
    { moves, later }: Extract<StepOf['change'], { kind: 'new guid' }>,
  ): void {
    const { item } = listed;
    const alike = feed.all.filter((each) => each !== listed && each.item.title === item.title);
    if (!feed.hasGuids || alike.length > 0) return;
    const after = Math.min(
      (item.publishedAtMs ?? 0) + HOUR_MS,
      (dayOf(item.publishedAtMs) + 1) * DAY_MS - 1,
    );
    listed.item = {
      ...item,
      guid: `guid-${(this.made += 1)}`,
      ...(later && { publishedAtMs: after }),
      ...(moves && !listed.isCopied && { audio: this.ownAudio(), link: `${HOST}/${this.made}` }),
    };
  }

  private crossPost(listed: Listed, from: Feed, to: Feed): Feed {
    const { item, real } = listed;
    const isKnown = [from, to].some((feed) =>
      feed.all.some(
        (each) => each !== listed && (each.item.title === item.title || each.real === real),
      ),
    );
    const isPlain =
      hasOwnAudio(listed) && item.durationSeconds !== null && item.title.includes(' ');
    if (from === to || isKnown || !isPlain || !to.hasGuids) return from;
    listed.isCopied = true;
    const audio =
      real % 2 === 0 ? this.ownAudio() : `https://pdst.fm/e/${item.audio?.slice(8)}?x=1`;
    this.list(to, {
      real,
      isCopied: true,
      item: { ...item, guid: `guid-${(this.made += 1)}`, audio },
    });
    return to;
  }

  private ownAudio(): string {
    return `${HOST}/${(this.made += 1)}.mp3`;
  }
}

type StepOf = (typeof step)['generate'] extends (...of: never[]) => { value: infer T } ? T : never;

function hasOwnAudio({ item: { audio } }: Listed): boolean {
  return audio !== null && /\/\d+\.mp3/.test(audio);
}

test('sends each episode once, however feeds change', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const catalogue = temporaryCatalogue();
      const publishers = new Publishers();
      const sent: number[] = [];
      let sentLog = EMPTY_SENT_LOG;
      for (const each of steps) {
        const { url, show, listed } = publishers.apply(each);
        const items = listed.map(({ item }) => item);
        await catalogue.write(() =>
          storeFeed(url, readingOf(items, { title: show }), publishers.now),
        );
        const episodes: NewEpisode[] = [];
        for await (const episode of newEpisodes(catalogue, 0, 0)) episodes.push(episode);
        const saved = { uid: 'ada', alertId: 'a', keyword: 'topic', sinceMs: 0 };
        const matches = { saved, normalized: 'topic', episodes };
        for (const { episodes: unsent, keys } of unsentMatches<NewEpisode>([matches], sentLog)) {
          sent.push(...unsent.map(({ episode }) => Number(episode.description.split(' ')[1])));
          const made = { digestId: 'digest', atMs: publishers.now };
          const section = { alertId: 'a', keyword: 'topic', keys: pairBytes(keys) };
          sentLog = withDigest(sentLog, sectionPairs(section), made);
        }
      }
      const all = Array.from({ length: publishers.episodes }, (_, index) => index + 1);
      expect(sent.sort((left, right) => left - right)).toEqual(all);
    }),
    { numRuns: fuzzRuns(40) },
  );
});
