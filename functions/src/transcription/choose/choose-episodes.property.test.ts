import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { UntranscribedEpisode } from '../../catalogue/store/transcription-store.ts';
import { DAY_MS, HOUR_MS } from '../../contract/index.ts';
import { fuzzRuns, timesSeen } from '../../testing/fuzz-runs.ts';
import { EMPTY_LEDGER, type Ledger } from '../ledger/ledger.ts';
import { chooseEpisodes } from './choose-episodes.ts';

const NOW = Date.UTC(2026, 10, 28, 12);
const SHOWS = ['a', 'b', 'c', 'd', 'e', 'f'];
const PEOPLE = ['Ada', 'Bo', 'Cy', 'Di'];

const show = fc.record({
  /** A flood of fresh dates, or a usual show. */
  durations: fc.oneof(
    { weight: 4, arbitrary: fc.array(fc.integer({ min: 60, max: 900 }), { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(fc.constant(300), { minLength: 30, maxLength: 60 }) },
  ),
  ageHours: fc.integer({ min: 0, max: 160 }),
  followers: fc.integer({ min: 0, max: 500 }),
  choice: fc.constantFrom(undefined, undefined, undefined, 'always' as const, 'never' as const),
});
const world = fc.record({
  shows: fc.tuple(show, show, show, show, show, show),
  /** One person may ask for all shows. */
  asking: fc.tuple(...PEOPLE.map(() => fc.subarray(SHOWS))),
  earlier: fc.array(fc.constantFrom(...SHOWS), { maxLength: 6 }),
  secondsADay: fc.integer({ min: 0, max: 6000 }),
  isForAllShows: fc.constantFrom(false, false, true),
});

test('gives everybody a turn before anybody gets a second, within the budget of the day', () => {
  const seen = { turns: 0, waiting: 0, always: 0 };
  fc.assert(
    fc.property(world, ({ shows, asking, earlier, secondsADay, isForAllShows }) => {
      const ledger: Ledger = structuredClone(EMPTY_LEDGER);
      const candidates: UntranscribedEpisode[] = [];
      SHOWS.forEach((feed, index) => {
        const { durations, ageHours, followers, choice } = shows[index]!;
        if (choice !== undefined) ledger.shows[feed] = choice;
        durations.forEach((durationSeconds, at) =>
          candidates.push(episode(feed, { at, durationSeconds, ageHours, followers })),
        );
      });
      const requests = PEOPLE.flatMap((person, at) =>
        asking[at]!.map((feed) => ({ person, feed })),
      );
      const settings = { languages: [], isForAllShows, secondsADay };
      const episodes = earlier.map((feed, at) =>
        episode(feed, { at: 1000 + at, durationSeconds: 60, ageHours: 90, followers: 0 }),
      );
      const past = { ...settings, isForAllShows: true, secondsADay: 1e6 };
      chooseEpisodes(ledger, episodes, { now: NOW - DAY_MS, settings: past, requests: [] });
      for (const job of Object.values(ledger.jobs)) job.state = 'heard';
      const before = new Set(Object.keys(ledger.jobs));

      const counts = new Map(PEOPLE.map((person) => [person, 0]));
      const isAsking = (person: string, feed: string) =>
        requests.some((request) => request.person === person && request.feed === feed);
      const count = (feed: string) => {
        for (const person of PEOPLE)
          if (isAsking(person, feed)) counts.set(person, counts.get(person)! + 1);
      };
      for (const { feed } of Object.values(ledger.jobs)) count(feed);
      chooseEpisodes(ledger, candidates, { now: NOW, settings, requests });

      const chosen = Object.entries(ledger.jobs).filter(([key]) => !before.has(key));
      let left = secondsADay;
      const open = new Map(candidates.map((each) => [each.identity, each]));
      const fits = (feed: string) =>
        ledger.shows[feed] !== 'never' &&
        [...open.values()].some((each) => each.feed === feed && each.durationSeconds! <= left);
      for (const [, { feed, identity, durationSeconds }] of chosen) {
        const waiting = PEOPLE.filter((person) => asking[PEOPLE.indexOf(person)]!.some(fits));
        const least = Math.min(...waiting.map((person) => counts.get(person)!));
        const theirs = PEOPLE.filter((person) => isAsking(person, feed));
        expect(ledger.shows[feed]).not.toBe('never');
        if (ledger.shows[feed] === 'always') seen.always += 1;
        else {
          expect(SHOWS.filter((each) => ledger.shows[each] === 'always' && fits(each))).toEqual([]);
          if (theirs.length === 0) expect(isForAllShows && waiting.length === 0).toBe(true);
          else expect(Math.min(...theirs.map((person) => counts.get(person)!))).toBe(least);
          seen.turns += 1;
          seen.waiting += Number(waiting.length > theirs.length);
        }
        left -= durationSeconds;
        expect(left).toBeGreaterThanOrEqual(0);
        open.delete(identity);
        count(feed);
      }
      // Nothing that somebody asks for waits while the budget has room.
      expect(PEOPLE.filter((_, at) => asking[at]!.some(fits))).toEqual([]);
    }),
    { numRuns: fuzzRuns(300) },
  );
  expect(seen.turns).toBeGreaterThan(timesSeen(500));
  expect(seen.waiting).toBeGreaterThan(timesSeen(200));
  expect(seen.always).toBeGreaterThan(timesSeen(100));
});

function episode(
  feed: string,
  {
    at,
    durationSeconds,
    ageHours,
    followers,
  }: { at: number; durationSeconds: number; ageHours: number; followers: number },
): UntranscribedEpisode {
  return {
    id: at,
    feed,
    identity: `${feed} ${at}`,
    title: `${feed} ${at}`,
    podcast: 'Show',
    audio: 'https://a.example/1.mp3',
    publishedAtMs: NOW - ageHours * HOUR_MS - at * 1000,
    language: 'en',
    durationSeconds,
    persons: [],
    followers,
    hasWritten: 0,
    copyGroup: null,
  };
}
