import { describe, expect, test } from 'vitest';
import { MAX_ALERTS, MAX_ALSO_IN, MINUTE_MS } from '../../contract/index.ts';
import type { NewEpisode } from '../../catalogue/store/new-episode.ts';
import {
  EMPTY_SENT_LOG,
  MAX_SENT_LOG_BYTES,
  sectionPairs,
  type SentLog,
  sentPairs,
  withoutPairs,
} from '../outbox/sent-log.ts';
import { newEpisode } from '../fixtures/new-episode.ts';
import { waitingCounts } from '../fixtures/waiting-counts.ts';
import { digestEpisode } from './digest-episodes.ts';
import type { AlertMatches } from './unsent-matches.ts';
import { episodeId, MAX_DIGEST_EPISODES, MAX_SECTION_EPISODES, planDigest } from './plan-digest.ts';

const now = Date.UTC(2026, 10, 21, 12);
/** Matches of an alert. */
const FOUND = 50;

function episode(number: number, fields: Partial<NewEpisode> = {}): NewEpisode {
  const link = `https://show.example/${number}`;
  return newEpisode({
    key: link,
    item: link,
    title: `Episode ${number}`,
    description: 'We talk about open source.',
    link,
    pubDateMs: now - number * MINUTE_MS,
    ingestedAtMs: now - MINUTE_MS,
    ...fields,
  });
}

const episodes = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => episode(from + index));

const alert = (
  alertId: string,
  matches: readonly NewEpisode[],
  { keyword = `open source ${alertId}`, more = 0 } = {},
): AlertMatches<NewEpisode> => ({
  saved: { uid: 'ada', alertId, keyword, sinceMs: 0 },
  normalized: keyword.toLowerCase(),
  episodes: matches,
  counts: waitingCounts(alertId, more),
});

test('sections contain when an episode was found, if known', () => {
  const [old, found] = episodes(2);
  const known = { ...found!, foundAtMs: now - 5 };
  const planned = plan([alert('a', [old!, known])]);
  expect(planned?.digest.sections[0]?.episodes.map(({ foundAtMs }) => foundAtMs)).toEqual([
    undefined,
    now - 5,
  ]);
});

function plan(matches: AlertMatches<NewEpisode>[], sentLog: SentLog = EMPTY_SENT_LOG, nowMs = now) {
  const person = { uid: 'ada', slotMs: nowMs, cadence: 'daily' } as const;
  return planDigest({ ...person, matches, sentLog, nowMs, shown: digestEpisode });
}

const linesOf = (planned: ReturnType<typeof plan>) =>
  planned?.digest.sections.map(
    ({ alertId, episodes: shown }) => `${alertId}: ${shown.map(({ title }) => title).join(', ')}`,
  );

const shownIn = (planned: ReturnType<typeof plan>) =>
  planned?.digest.sections.map(({ alertId, episodes: shown, moreCount }) => ({
    alertId,
    shown: shown.length,
    moreCount,
  }));

const copiesOf = (keys: readonly number[], count: number, from = 0) =>
  Array.from({ length: count }, (_, index) =>
    episode(from + index, {
      podcast: `Show ${from + index}`,
      ingestedAtMs: now - (60 - index) * MINUTE_MS,
      copies: { keys, group: -1, feedId: from + index },
    }),
  );

/** The sent log has two scopes: the alert and its terms. */
const SCOPES = 2;

describe('duplicates of an episode', () => {
  test('duplicates are one entry of the first show, which names the others', () => {
    const copies = copiesOf([7, 8], 3);
    const planned = plan([alert('a', [...copies.reverse(), episode(9)])]);
    const [section] = planned!.digest.sections;
    expect(section?.episodes.map(({ podcast, alsoIn }) => [podcast, alsoIn])).toEqual([
      ['Show 0', ['Show 1', 'Show 2']],
      ['The Show', undefined],
    ]);
    expect(section?.moreCount).toBe(0);
    expect(plan([alert('a', copies)], planned!.sentLog)).toBeNull();
  });

  test('duplicates in many shows name the first shows', () => {
    const planned = plan([alert('a', copiesOf([7, 8], MAX_ALSO_IN + 3))]);
    const [shown] = planned!.digest.sections[0]!.episodes;
    expect(shown?.podcast).toBe('Show 0');
    expect(shown?.alsoIn).toEqual(
      Array.from({ length: MAX_ALSO_IN }, (_, index) => `Show ${index + 1}`),
    );
  });

  test('an episode with a later change of link, guid or feed is not sent again', () => {
    const [first] = copiesOf([7, 8], 1);
    const { sentLog } = plan([alert('a', [first!])])!;
    const moved = (keys: number[]) => [
      episode(50, {
        title: 'Renamed',
        podcast: 'Elsewhere',
        copies: { keys, group: null, feedId: 9 },
      }),
    ];
    expect(plan([alert('a', moved([7, 99]))], sentLog)).toBeNull();
    expect(plan([alert('a', moved([98, 8]))], sentLog)).toBeNull();
    expect(plan([alert('b', moved([7, 8]))], sentLog)).not.toBeNull();
    expect(plan([alert('a', moved([98, 99]))], sentLog)).not.toBeNull();
  });

  test('a duplicate stays unsent if the sent episode had other keys', () => {
    const [first, copy] = copiesOf([7, 8], 2) as [NewEpisode, NewEpisode];
    const before = { ...first, copies: { keys: [1, 2], group: null, feedId: 0 } };
    const { sentLog } = plan([alert('a', [before])])!;
    expect(plan([alert('a', [copy, first])], sentLog)).toBeNull();
    expect(linesOf(plan([alert('a', [copy])], sentLog))).toEqual(['a: Episode 1']);
  });

  test('a duplicate with keys of another episode does not mark that episode as sent', () => {
    const [first] = copiesOf([7], 1);
    const rival = { ...copiesOf([7, 20], 1, 1)[0]!, ingestedAtMs: now - 5 * MINUTE_MS };
    const other = episode(2, { copies: { keys: [20], group: null, feedId: 4 } });
    const planned = plan([alert('a', [rival, other, first!])]);
    expect(linesOf(planned)).toEqual(['a: Episode 0, Episode 2']);
    expect(plan([alert('a', [rival])], planned!.sentLog)).toBeNull();
  });

  test('a duplicate with another title is sent if it turns out to be a different episode', () => {
    const [first, copy] = copiesOf([7], 2) as [NewEpisode, NewEpisode];
    const { sentLog } = plan([alert('a', [first, { ...copy, title: 'Episode #0' }])])!;
    const { copies: _, ...alone } = copy;
    expect(plan([alert('a', [alone])], sentLog)).toBeNull();
    const other = plan([alert('b', [first, copy])])!;
    expect(plan([alert('b', [copy])], other.sentLog)).toBeNull();
    expect(linesOf(plan([alert('b', [alone])], other.sentLog))).toEqual(['b: Episode 1']);
  });
});

describe('a digest', () => {
  test('a digest contains everything unsent and adds it to the sent log', () => {
    const matches = [alert('a', episodes(3)), alert('b', episodes(2, 10))];
    const first = plan(matches);
    expect(first?.digest).toMatchObject({ uid: 'ada', state: 'queued', slotMs: now });
    expect(shownIn(first)).toEqual([
      { alertId: 'a', shown: 3, moreCount: 0 },
      { alertId: 'b', shown: 2, moreCount: 0 },
    ]);
    expect(sentPairs(first!.sentLog).size).toBe(SCOPES * 5);
    expect(plan(matches, first!.sentLog)).toBeNull();
    const later = plan([alert('a', episodes(4)), alert('c', episodes(1))], first!.sentLog);
    expect(shownIn(later)).toEqual([
      { alertId: 'c', shown: 1, moreCount: 0 },
      { alertId: 'a', shown: 1, moreCount: 0 },
    ]);
  });

  test('a digest shows the newest episodes and counts the others as sent', () => {
    const planned = plan([alert('a', episodes(25).reverse())]);
    const [section] = planned!.digest.sections;
    expect(section?.moreCount).toBe(25 - MAX_SECTION_EPISODES);
    expect(section?.episodes.map(({ title }) => title)).toEqual(
      episodes(MAX_SECTION_EPISODES).map(({ title }) => title),
    );
    expect(sentPairs(planned!.sentLog).size).toBe(SCOPES * 25);
  });

  test('episodes about the keyword come first, out of three times as many, with their keys', () => {
    const notes = `${'We talk about the week. '.repeat(5)}Named: open source.`;
    const passing = episodes(MAX_SECTION_EPISODES + 5).map((each) => ({
      ...each,
      description: notes,
    }));
    const about = [30, 31, 100].map((number) =>
      episode(number, { title: `Open source ${number}` }),
    );
    const matches = alert('a', [...passing, ...about], { keyword: 'open source' });
    const [section] = plan([matches])!.digest.sections;
    expect(section?.episodes.map(({ strength }) => strength)).toEqual([
      ...about.map(() => 'about'),
      ...Array.from({ length: MAX_SECTION_EPISODES - 3 }, () => 'passing'),
    ]);
    expect(section?.episodes.slice(0, 4).map(({ link }) => link.split('/').at(-1))).toEqual([
      '30',
      '31',
      '100',
      '0',
    ]);
    expect(section?.moreCount).toBe(8);
    const idOf = (number: number) => Buffer.from(episodeId(episode(number)), 'hex').toString('hex');
    const ids = Buffer.from(section!.episodeIds).toString('hex');
    expect(ids.startsWith(idOf(30) + idOf(31) + idOf(100) + idOf(0))).toBe(true);
    expect(ids).toHaveLength(28 * 16);
    expect(section?.keyCounts).toHaveLength(MAX_SECTION_EPISODES);
    // Sections are sorted likewise. The newer section has no episode about its keyword.
    const newer = alert('b', passing.slice(0, 2), { keyword: 'week' });
    const sections = plan([newer, alert('c', [about[2]!], { keyword: 'open source' })])!.digest
      .sections;
    expect(sections.map(({ alertId }) => alertId)).toEqual(['b', 'c']);
    const named = alert('d', passing.slice(0, 2), { keyword: 'named' });
    expect(
      plan([named, alert('c', [about[2]!], { keyword: 'open source' })])!.digest.sections.map(
        ({ alertId }) => alertId,
      ),
    ).toEqual(['c', 'd']);
  });

  test('each section has the keys that it added to the sent log', () => {
    const planned = plan([alert('a', episodes(25)), alert('b', episodes(2))])!;
    const [ofB, ofA] = [...planned.digest.sections].sort((a, b) => a.keys.length - b.keys.length);
    expect(ofA!.keys).toHaveLength(25 * 8);
    const withoutB = withoutPairs(planned.sentLog, sectionPairs(ofB!));
    expect(sentPairs(withoutB).size).toBe(SCOPES * 25);
    expect(sentPairs(withoutPairs(withoutB, sectionPairs(ofA!))).size).toBe(0);
  });

  test('many alerts get an equal share of a digest’s episodes', () => {
    const planned = plan(['a', 'b', 'c', 'd', 'e'].map((id) => alert(id, episodes(20))));
    const shown = shownIn(planned)!.map((section) => section.shown);
    expect(shown).toEqual([12, 12, 12, 12, 12]);
    const uneven = plan([
      alert('a', episodes(100)),
      ...['b', 'c'].map((id) => alert(id, episodes(30))),
    ]);
    const sum = shownIn(uneven)!.reduce((total, section) => total + section.shown, 0);
    expect(sum).toBe(MAX_DIGEST_EPISODES);
  });

  test('a digest shows an episode of each of the maximum number of alerts', () => {
    const matches = Array.from({ length: MAX_ALERTS }, (_, index) =>
      alert(`alert-${index}`, [episode(index)]),
    );
    const planned = plan(matches)!;
    expect(planned.digest.sections).toHaveLength(MAX_ALERTS);
    expect(planned.digest.sections.every((section) => section.episodes.length === 1)).toBe(true);
    expect(plan(matches, planned.sentLog)).toBeNull();
  });

  test('a digest counts further matches, and names their documents', () => {
    const matches = alert('a', episodes(25), { more: 7 });
    const [section] = plan([matches])!.digest.sections;
    expect(section?.moreCount).toBe(5 + 7);
    expect(section?.counts).toEqual({ 'counted a': 7 });
  });

  test('a digest does not depend on the order of matches', () => {
    const same = { pubDateMs: now };
    const matches = ['b', 'c', 'a'].map((id) =>
      alert(id, [episode(2, same), episode(3, same), episode(1, same)]),
    );
    const sections = plan(matches)!.digest.sections;
    expect(sections.map(({ alertId }) => alertId)).toEqual(['a', 'b', 'c']);
    expect(sections[0]!.episodes.map(({ title }) => title)).toEqual([
      'Episode 1',
      'Episode 2',
      'Episode 3',
    ]);
    expect(plan([...matches].reverse())!.digest.sections).toEqual(sections);
  });

  test('an episode in two feeds is shown once', () => {
    const twice = [episode(1), episode(1, { podcast: 'A mirror' })];
    expect(shownIn(plan([alert('a', twice)]))).toEqual([{ alertId: 'a', shown: 1, moreCount: 0 }]);
  });

  test('an episode in two feeds with different addresses is shown once', () => {
    const copies = { keys: [7], group: null, feedId: 1 };
    const other = { item: 'feed 2', key: 'k', copies: { ...copies, feedId: 2 } };
    const twice = [episode(1, { copies }), episode(2, other)];
    expect(linesOf(plan([alert('a', twice)]))).toEqual(['a: Episode 1']);
    const bulletin = { title: 'Episode 1', pubDateMs: episode(1).pubDateMs };
    const bulletins = [episode(1, { copies }), episode(2, bulletin)];
    expect(linesOf(plan([alert('a', bulletins)]))).toEqual(['a: Episode 1, Episode 1']);
  });

  test('a changed address, feed or guid does not send an episode again', () => {
    const copies = { keys: [7], group: null, feedId: 1 };
    const { sentLog } = plan([alert('a', [episode(1, { copies })])])!;
    const moved = { key: 'https://moved.example/1', link: 'https://moved.example/1' };
    expect(plan([alert('a', [episode(1, { ...moved, title: 'Renamed' })])], sentLog)).toBeNull();
    expect(
      plan([alert('a', [episode(1, { ...moved, item: 'another', copies })])], sentLog),
    ).toBeNull();
    const both = episode(1, { ...moved, item: 'another' });
    expect(plan([alert('a', [both])], sentLog)).not.toBeNull();
  });

  test('an alert recreated with the same keyword sends nothing again', () => {
    const { sentLog } = plan([alert('a', [episode(1)], { keyword: 'graphs' })])!;
    expect(plan([alert('b', [episode(1)], { keyword: 'graphs' })], sentLog)).toBeNull();
  });

  test('an edited alert only sends episodes that its old query did not match', () => {
    const { sentLog } = plan([alert('a', [episode(1)], { keyword: 'graphs' })])!;
    const reworded = alert('a', [episode(1), episode(2)], { keyword: 'open graphs' });
    expect(linesOf(plan([reworded], sentLog))).toEqual(['a: Episode 2']);
    expect(plan([alert('b', [episode(1)], { keyword: 'open graphs' })], sentLog)).not.toBeNull();
  });

  test('excluding a show and including it again sends no episode twice', () => {
    const sentLog = plan([alert('a', [episode(1)], { keyword: 'graphs' })])!.sentLog;
    const left = { keyword: '+"graphs" -show:"hard fork"' };
    expect(plan([alert('a', [episode(1)], left)], sentLog)).toBeNull();
    const later = plan([alert('a', [episode(1), episode(2)], left)], sentLog)!;
    expect(linesOf(later)).toEqual(['a: Episode 2']);
    const back = [alert('a', [episode(1), episode(2), episode(3)], { keyword: 'graphs' })];
    expect(linesOf(plan(back, later.sentLog))).toEqual(['a: Episode 3']);
    const other = { keyword: '+"graphs" +"trees" -show:"hard fork"' };
    expect(plan([alert('b', [episode(1)], other)], sentLog)).not.toBeNull();
  });

  test('a full sent log that dropped pairs sends nothing again', () => {
    const full = { ...EMPTY_SENT_LOG, sent: { '2026-11-21': new Uint8Array(MAX_SENT_LOG_BYTES) } };
    const matches = ['a', 'b'].map((id) => alert(id, episodes(FOUND)));
    const first = plan(matches, full)!;
    const emptied = { ...first.sentLog, sent: {} };
    expect(plan(matches, emptied, now + 60 * MINUTE_MS)).toBeNull();
    const stored = { pubDateMs: now + MINUTE_MS, ingestedAtMs: now + 2 * MINUTE_MS };
    const later = alert('a', [...episodes(FOUND), episode(99, stored)]);
    expect(linesOf(plan([later], emptied, now + 60 * MINUTE_MS))).toEqual(['a: Episode 99']);
  });

  test('the excerpt highlights the match in its context', () => {
    const matches = alert('a', episodes(1), { keyword: 'Open Source' });
    const [section] = plan([matches])!.digest.sections;
    expect(section?.episodes[0]?.excerpt).toBe('We talk about >>>open source<<<.');
  });

  test('a section of a query has its language', () => {
    const matches = alert('a', episodes(1), { keyword: 'open -closed' });
    const asked = {
      ...matches,
      saved: { ...matches.saved, language: 1 as const },
      normalized: 'open',
    };
    const sections = plan([asked, alert('b', episodes(1))])!.digest.sections;
    expect(sections.map(({ language }) => language)).toEqual([1, undefined]);
    // Firestore documents cannot contain undefined fields.
    expect(sections.map((section) => 'language' in section)).toEqual([true, false]);
  });

  test('a section of an alert for notes only says so', () => {
    const matches = alert('a', episodes(1));
    const notesOnly = { ...matches, saved: { ...matches.saved, spoken: false as const } };
    const sections = plan([notesOnly, alert('b', episodes(1))])!.digest.sections;
    expect(sections.map(({ spoken }) => spoken)).toEqual([false, undefined]);
    expect(sections.map((section) => 'spoken' in section)).toEqual([true, false]);
  });

  test('a digest fits into a document, however long the feeds’ texts', () => {
    const wide = '\u{20AC}';
    const matches = Array.from({ length: MAX_ALERTS }, (_, number) =>
      alert(
        `${'i'.repeat(20)}-${number}`,
        Array.from({ length: FOUND }, (_each, age) =>
          episode(number * FOUND + age, {
            title: `${number}-${age} ${wide.repeat(490)}`,
            podcast: wide.repeat(500),
            link: `https://show.example/${'l'.repeat(2027)}`,
            image: `https://show.example/${'i'.repeat(2027)}`,
            description: wide.repeat(10_000),
            copies: {
              keys: Array.from({ length: 5 }, (_key, key) => 5 * (number * FOUND + age) + key),
              audio: number * FOUND + age,
              group: null,
              feedId: 1,
            },
          }),
        ),
        { keyword: wide.repeat(200) },
      ),
    );
    const { sections } = plan(matches)!.digest;
    const hashes = sections.map(({ keys, episodeIds }) => keys.length + episodeIds.length);
    const bytes = Buffer.byteLength(
      JSON.stringify(sections.map((section) => ({ ...section, keys: '', episodeIds: '' }))),
    );
    expect(hashes.reduce((sum, length) => sum + length, bytes)).toBeLessThan(1_000_000);
    expect(sections[0]?.episodes).toHaveLength(1);
    expect(sections.at(-1)).toMatchObject({ episodes: [], moreCount: FOUND });
  });
});
