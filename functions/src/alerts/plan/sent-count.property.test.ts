import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import { MINUTE_MS } from '../../contract/index.ts';
import { digestSubject } from '../../delivery/mail/digest/digest-subject.ts';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { newEpisode } from '../fixtures/new-episode.ts';
import { waitingCounts } from '../fixtures/waiting-counts.ts';
import { EMPTY_SENT_LOG } from '../outbox/sent-log.ts';
import { digestEpisode } from './digest-episodes.ts';
import { planDigest } from './plan-digest.ts';

const now = Date.UTC(2026, 10, 21, 12);

/** Two of every ten episodes are duplicates of each other. */
function episode(number: number): NewEpisode {
  const group = number % 10 < 2 ? Math.floor(number / 10) : null;
  return newEpisode({
    key: `key ${number}`,
    item: `https://show.example/feed ${number}`,
    title: `Episode ${number}`,
    podcast: `Show ${number % 10}`,
    link: ['', 'https://show.example/', `https://show.example/${number}`][number % 3]!,
    pubDateMs: now - number * MINUTE_MS,
    ingestedAtMs: now - MINUTE_MS,
    ...(group !== null && { copies: { keys: [group], group, feedId: number } }),
  });
}

const nameOf = (number: number) =>
  number % 10 < 2 ? `group ${Math.floor(number / 10)}` : `${number}`;

function sectionsFor(alerts: readonly (readonly number[])[], uncounted: readonly number[] = []) {
  const matches = alerts.map((numbers, index) => ({
    saved: { uid: 'ada', alertId: `a${index}`, keyword: `word ${index}`, sinceMs: 0 },
    normalized: `word ${index}`,
    episodes: numbers.map(episode),
    counts: waitingCounts(`a${index}`, uncounted[index] ?? 0),
  }));
  const wish = { uid: 'ada', slotMs: now, cadence: 'daily', matches, nowMs: now } as const;
  return planDigest({ ...wish, sentLog: EMPTY_SENT_LOG, shown: digestEpisode })!.digest.sections;
}

const range = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => from + index);
const apart = (count: number) =>
  range(3 * count)
    .filter((number) => number % 10 > 1)
    .slice(0, count);

test.each([
  [[apart(3)], [], 'word 0: 3 episodes'],
  [[apart(30), apart(30)], [], 'word 0, word 1: 30 episodes'],
  [[apart(50)], [1170], 'word 0: 1,220 episodes'],
  // It is unknown how many of the counted episodes match both alerts.
  [[apart(50), apart(50)], [1000, 7], 'word 0, word 1: 1,050+ episodes'],
  [[apart(50), [8000]], [0, 3], 'word 0, word 1: 51+ episodes'],
])('the subject counts each episode once (%#)', (alerts, uncounted, subject) => {
  expect(digestSubject({ alerts: sectionsFor(alerts, uncounted) })).toBe(subject);
});

test('the subject counts distinct episodes, whichever sections remain', () => {
  const numbers = fc.uniqueArray(fc.nat(80), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(numbers, fc.boolean()), { minLength: 1, maxLength: 70 }),
      (alerts) => {
        const isKept = new Map(alerts.map(([, kept], index) => [`a${index}`, kept]));
        const sections = sectionsFor(alerts.map(([each]) => each));
        const left = sections.filter(({ alertId }) => isKept.get(alertId));
        fc.pre(left.length > 0);
        const listed = new Set(alerts.flatMap(([each, kept]) => (kept ? each.map(nameOf) : [])));
        const subject = digestSubject({ alerts: left });
        const [, count] = /(?:^|: )([\d,]+) episodes/.exec(subject) ?? [];
        const named = /: Episode \d+$/.test(subject) ? 1 : Number(count);
        expect(named).toBe(listed.size);
      },
    ),
    { numRuns: fuzzRuns(100) },
  );
});
