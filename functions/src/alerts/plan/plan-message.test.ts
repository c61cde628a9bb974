import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import { MAX_ALERTS, MINUTE_MS } from '../../contract/index.ts';
import { fuzzRuns } from '../../testing/fuzz-runs.ts';
import { newEpisode } from '../fixtures/new-episode.ts';
import { waitingCounts } from '../fixtures/waiting-counts.ts';
import type { DigestEpisode } from '../../delivery/mail/digest/digest-content.ts';
import type { ShownFor } from '../match/episode-ground.ts';
import type { AlertMatches } from './unsent-matches.ts';
import type { Digest } from '../outbox/digest.ts';
import { messageItems } from '../outbox/message-items.ts';
import { EMPTY_SENT_LOG, MAX_SENT_LOG_BYTES, type SentLog } from '../outbox/sent-log.ts';
import { undoSentLog } from '../outbox/undo-sent-log.ts';
import { digestFields } from '../outbox/outbox-documents.ts';
import { messageEpisode } from './digest-episodes.ts';
import { planMessage } from './plan-message.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

/** Below Firestore's limit, because names and numbers take more bytes than in JSON. */
const DOCUMENT_BYTES = 1_000_000;

const wide = (length: number) => '€'.repeat(length);

function episode(number: number, words: string, isLong: boolean): NewEpisode {
  const link = `https://show.example/${number}`;
  return newEpisode({
    item: link,
    link: isLong ? `${link}?${'l'.repeat(2000)}` : link,
    title: `Episode ${number} ${isLong ? wide(480) : ''}`,
    podcast: isLong ? wide(300) : 'The Show',
    image: isLong ? `https://show.example/${'i'.repeat(2000)}` : '',
    description: `${isLong ? wide(300) : ''} ${words} ${isLong ? wide(300) : ''}`,
    pubDateMs: NOW - 60 * MINUTE_MS + number,
    ingestedAtMs: NOW - MINUTE_MS,
  });
}

function alertsFor(count: number, episodes: readonly NewEpisode[], more = 0) {
  return Array.from({ length: count }, (_, at): AlertMatches<NewEpisode> => {
    const keyword = `word${at}`;
    const saved = { uid: 'ada', alertId: `${at}-1`, keyword, sinceMs: 0 };
    return { saved, normalized: keyword, episodes, counts: waitingCounts(saved.alertId, more) };
  });
}

const wordsOf = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(' ');

const shownBefore = new Map<string, DigestEpisode>();
const shown = (of: NewEpisode, wanted: ShownFor) => {
  const key = `${of.title} ${of.description.length} ${wanted.keyword}`;
  const made = shownBefore.get(key) ?? messageEpisode(of, wanted);
  shownBefore.set(key, made);
  return made;
};

function planAll(
  matches: AlertMatches<NewEpisode>[],
  { fits = 20, sentLog = EMPTY_SENT_LOG } = {},
) {
  const digests: Digest[] = [];
  let log: SentLog = sentLog;
  for (let number = 0; number < 200; number += 1) {
    const planned = planMessage({
      id: `m${number}`,
      uid: 'ada',
      channel: { id: 'hook', kind: 'webhook' },
      slotMs: NOW,
      nowMs: NOW,
      matches,
      sentLog: log,
      shown,
      fits: () => fits,
    });
    if (planned === null) break;
    digests.push(planned.digest);
    log = planned.sentLog;
    if (!planned.isMoreLeft) break;
  }
  return { digests, sentLog: log };
}

const pairsIn = (digests: readonly Digest[]) =>
  digests.flatMap(({ sections }) =>
    sections.flatMap(({ alertId, episodes }) => episodes.map(({ id }) => `${alertId} ${id}`)),
  );

function bytesOf(digest: Digest): number {
  const { sections, ...same } = digestFields(digest) as Digest;
  const hashes = sections.map(({ keys, episodeIds }) => keys.length + episodeIds.length);
  const texts = sections.map((section) => ({ ...section, keys: '', episodeIds: '' }));
  const bytes = Buffer.byteLength(JSON.stringify({ ...same, sections: texts }));
  return hashes.reduce((sum, length) => sum + length, bytes);
}

test('a message fits into a document and sends each pair once, however many alerts and long texts', () => {
  const drawn = fc.record({
    alerts: fc.constantFrom(1, 75, MAX_ALERTS),
    episodes: fc.constantFrom(1, 20),
    isLong: fc.boolean(),
    fits: fc.constantFrom(1, 20),
  });
  fc.assert(
    fc.property(drawn, ({ alerts, episodes: count, isLong, fits }) => {
      const words = wordsOf(alerts);
      const episodes = Array.from({ length: count }, (_, at) => episode(at, words, isLong));
      const { digests } = planAll(alertsFor(alerts, episodes), { fits });
      expect(Math.max(...digests.map(bytesOf))).toBeLessThan(DOCUMENT_BYTES);
      const pairs = pairsIn(digests);
      expect(pairs).toHaveLength(alerts * count);
      expect(new Set(pairs).size).toBe(alerts * count);
    }),
    { numRuns: fuzzRuns(4), examples: [[{ alerts: 75, episodes: 20, isLong: false, fits: 20 }]] },
  );
});

test('names every alert that matches an episode, even if the excerpts do not fit', () => {
  const [digest] = planAll(alertsFor(MAX_ALERTS, [episode(1, wordsOf(MAX_ALERTS), true)])).digests;
  const [item, ...others] = messageItems(digest?.sections ?? [], 'https://earshot.example');
  expect(others).toEqual([]);
  expect(item?._earshot.alerts).toHaveLength(MAX_ALERTS);
  expect(item?.url).toContain('https://show.example/1?');
  expect(item?.image).toContain('https://show.example/i');
});

test('only the last of several messages counts the matches that are not shown', () => {
  const episodes = Array.from({ length: 50 }, (_, at) => episode(at, 'word0', false));
  const { digests, sentLog } = planAll(alertsFor(1, episodes, 37));
  expect(digests.map(({ sections }) => sections.map(({ moreCount }) => moreCount))).toEqual([
    [0],
    [0],
    [37],
  ]);
  expect(sentLog.last).toMatchObject({ digestId: 'm2', atMs: NOW });
});

test('sends every match although the sent log is full, and again after a failure', () => {
  const full = { ...EMPTY_SENT_LOG, sent: { '2026-11-21': new Uint8Array(MAX_SENT_LOG_BYTES) } };
  const episodes = Array.from({ length: 45 }, (_, at) => episode(at, 'word0', false));
  const { digests, sentLog } = planAll(alertsFor(1, episodes), { sentLog: full });
  expect(sentLog.forgottenUntilMs).toBe(NOW);
  expect(new Set(pairsIn(digests)).size).toBe(45);
  const [first] = digests as [Digest];
  const failed = { ...first, state: 'failed', code: 'x' } as const;
  const undone = undoSentLog(sentLog, 'm0', failed, first.sections);
  const again = planAll(alertsFor(1, episodes), { sentLog: undone.sentLog });
  expect(pairsIn(again.digests)).toEqual(pairsIn([first]));
});

test('the last message counts further matches of an alert that an earlier message showed', () => {
  const [early, late] = [episode(1, 'word0', false), episode(2, 'word1', false)];
  const [first, second] = alertsFor(2, []);
  const matches = [
    { ...first!, episodes: [early], counts: waitingCounts(first!.saved.alertId, 7) },
    { ...second!, episodes: [late] },
  ];
  const counts = planAll(matches, { fits: 1 }).digests.map(({ sections }) =>
    sections.map(({ alertId, episodes, moreCount }) => [alertId, episodes.length, moreCount]),
  );
  expect(counts).toEqual([
    [['0-1', 1, 0]],
    [
      ['0-1', 0, 7],
      ['1-1', 1, 0],
    ],
  ]);
});

test('sends the number of matches even if no episode is left to show', () => {
  const { digests } = planAll(alertsFor(2, [], 7));
  const said = digests.map(({ sections }) =>
    sections.map(({ episodes, moreCount }) => [episodes.length, moreCount]),
  );
  expect(said).toEqual([
    [
      [0, 7],
      [0, 7],
    ],
  ]);
  expect(planAll(alertsFor(2, [])).digests).toEqual([]);
});
