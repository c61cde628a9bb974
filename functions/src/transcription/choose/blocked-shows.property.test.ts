import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockFeed, unblockFeed } from '../../catalogue/queue/feed-state.ts';
import { followFeeds } from '../../catalogue/queue/followed-feeds.ts';
import { READ } from '../../catalogue/store/attachment-record.ts';
import { awaitedAttachments, TRANSCRIPTS } from '../../catalogue/store/attachments-store.ts';
import { storeFeed } from '../../catalogue/store/store-feed.ts';
import { recordTranscript } from '../../catalogue/store/transcripts-store.ts';
import {
  feedItem,
  NOW,
  readingOf,
  temporaryCatalogue,
} from '../../catalogue/testing/test-catalogue.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { toSpokenText } from '../../feeds/transcripts/spoken-text.ts';
import { fuzzRuns, timesSeen } from '../../testing/fuzz-runs.ts';
import { mp3Seconds } from '../fixtures/mp3.ts';
import { refreshedWorld } from '../fixtures/refreshed-world.ts';
import { markBlocked } from '../ledger/transcription-report.ts';
import { changeLedger } from '../ledger/ledger-store.ts';
import { jobKey } from '../runs/transcribed-text.ts';

const SHOWS = ['One', 'Two'];
const feedOf = (show: string) => `https://${show.toLowerCase()}.example/feed`;
const audioOf = (show: string, at: number) => `https://${show}.example/${at}.mp3`;
const SOUNDS = Object.fromEntries(
  SHOWS.flatMap((show, index) =>
    [0, 1].map((at) => [
      audioOf(show, at),
      mp3Seconds(100, { version: 2.5, kbits: 8, sampleRate: 8000, fill: 2 * index + at + 1 }),
    ]),
  ),
);
const SECONDS_A_DAY = 350;

const someShow = fc.constantFrom(...SHOWS);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ do: 'refresh' } as const) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('work' as const),
      diesAt: fc.option(fc.integer({ min: 1, max: 60 }), { nil: Infinity }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(MINUTE_MS, 11 * MINUTE_MS, HOUR_MS, DAY_MS),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom<'block' | 'lock' | 'forbid' | 'allow' | 'read'>(
        'block',
        'lock',
        'forbid',
        'allow',
        'read',
      ),
      show: someShow,
    }),
  },
);

test('fetches, pays for and keeps nothing of a show after its block, whatever happens before', async () => {
  const seen = { blocked: 0, paid: 0, read: 0, deaths: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
      const fetched = new Map<string, number>();
      const sounds = new Proxy(SOUNDS, {
        get(target, url: string) {
          fetched.set(url, (fetched.get(url) ?? 0) + 1);
          return target[url];
        },
      });
      const following = SHOWS.map((show) => ({ person: show, feed: feedOf(show) }));
      const settings = { secondsADay: SECONDS_A_DAY, isForAllShows: false, people: { following } };
      const world = refreshedWorld(sounds, NOW, settings);
      const catalogue = temporaryCatalogue();
      const blocked = new Set<string>();
      const fetchesAtBlock = new Map<string, number>();
      let now = NOW;
      const fetchesOf = (show: string) =>
        [0, 1].reduce((sum, at) => sum + (fetched.get(audioOf(show, at)) ?? 0), 0);
      const store = (show: string, facts = {}) => {
        const items = [0, 1].map((at) =>
          feedItem({
            guid: `${show} ${at}`,
            link: null,
            title: `${show} ${at}`,
            audio: audioOf(show, at),
            durationSeconds: 100,
            transcripts: [{ url: `${feedOf(show)}/${at}.vtt`, type: 'text/vtt' }],
            publishedAtMs: NOW - 3 * HOUR_MS,
          }),
        );
        const reading = readingOf(items, { title: show, ...facts });
        return catalogue.write(() => storeFeed(feedOf(show), reading, now));
      };
      const mark = (show: string, isBlocked: boolean) =>
        changeLedger(world.objects, (ledger) => markBlocked(ledger, feedOf(show), isBlocked));
      for (const show of SHOWS) {
        await store(show);
        const followed = { url: feedOf(show), host: '', title: '', followers: 1, isNamed: true };
        await catalogue.write(() => followFeeds([{ ...followed, changedAtMs: NOW }], NOW));
      }
      const refresh = async () => {
        await world.refresh(catalogue, now);
        const { jobs } = await world.ledger();
        for (const show of blocked) {
          seen.blocked += 1;
          expect(Object.values(jobs).filter(({ feed }) => feed === feedOf(show))).toEqual([]);
        }
        const texts = [...world.stored.keys()].filter((name) => name.startsWith('text-'));
        const allowed = Object.values(jobs).map((job) => `text-${jobKey(job)}`);
        expect(texts.filter((name) => !allowed.includes(name))).toEqual([]);
      };

      for (const each of steps) {
        if (each.do === 'refresh') await refresh();
        else if (each.do === 'wait') now += each.ms;
        else if (each.do === 'work') {
          const ends = await world.work(now, each.diesAt);
          seen.deaths += ends.filter((end) => end === null).length;
        } else if (each.do === 'allow') {
          await mark(each.show, false);
          await catalogue.write(() => unblockFeed(feedOf(each.show), now));
          await store(each.show);
          blocked.delete(each.show);
        } else if (each.do === 'read') {
          const due = { everyOne: true, limit: 9 };
          const found = await catalogue.read(() => awaitedAttachments(TRANSCRIPTS, now, due));
          const file = found.find(({ sources }) => sources[0]?.url.startsWith(feedOf(each.show)));
          if (file === undefined) continue;
          const { episodeId, ...known } = file;
          const record = { ...known, triedAtMs: now, nextTryAtMs: null, outcome: READ };
          const text = toSpokenText([{ startMs: 0, text: 'We like rhubarb.' }]);
          await catalogue.write(() => recordTranscript(episodeId, record, text));
          seen.read += 1;
        } else {
          if (each.do === 'block') {
            await catalogue.write(() => blockFeed(feedOf(each.show), now));
            await mark(each.show, true);
          } else await store(each.show, each.do === 'lock' ? { locked: true } : { blocked: true });
          blocked.add(each.show);
          // A feed that forbids services is noticed by the refresh that reads it.
          if (each.do !== 'block') await refresh();
          fetchesAtBlock.set(each.show, fetchesOf(each.show));
        }
        for (const show of blocked) expect(fetchesOf(show)).toBe(fetchesAtBlock.get(show));
        for (const seconds of world.counted.values())
          expect(seconds).toBeLessThanOrEqual(SECONDS_A_DAY);
      }
      seen.paid += world.sent.size;
    }),
    { numRuns: fuzzRuns(60) },
  );
  expect(seen.blocked).toBeGreaterThan(timesSeen(60));
  expect(seen.paid).toBeGreaterThan(timesSeen(30));
  expect(seen.read).toBeGreaterThan(timesSeen(15));
  expect(seen.deaths).toBeGreaterThan(timesSeen(10));
});
