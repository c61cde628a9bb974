import { describe, expect, test } from 'vitest';
import type { NewEpisode } from '../catalogue/read-new-episodes.ts';
import {
  type AlertNews,
  MAX_DIGEST_EPISODES,
  MAX_SECTION_EPISODES,
  MAX_SECTIONS,
} from './choose-sections.ts';
import { EMPTY_LEDGER, type Ledger, pairHash, sentPairs, withoutPairs } from './ledger.ts';
import { MAX_DIGESTS_A_DAY, planDigest } from './plan-digest.ts';

const now = Date.UTC(2026, 10, 21, 12);
const MINUTE_MS = 60_000;

function episode(number: number, fields: Partial<NewEpisode> = {}): NewEpisode {
  const link = `https://show.example/${number}`;
  return {
    key: link,
    item: link,
    title: `Episode ${number}`,
    podcast: 'The Show',
    publisher: '',
    description: 'We talk about open source.',
    link,
    image: '',
    pubDateMs: now - number * MINUTE_MS,
    ingestedAtMs: now - MINUTE_MS,
    ...fields,
  };
}

const episodes = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => episode(from + index));

const alert = (alertId: string, news: readonly NewEpisode[]): AlertNews => ({
  alertId,
  keyword: 'Open Source',
  episodes: news,
});

function plan(news: AlertNews[], ledger: Ledger = EMPTY_LEDGER) {
  return planDigest({ uid: 'ada', slotMs: now, cadence: 'daily', news, ledger, nowMs: now });
}

const shownIn = (planned: ReturnType<typeof plan>) =>
  planned?.digest.sections.map(({ alertId, episodes: shown, moreCount }) => ({
    alertId,
    shown: shown.length,
    moreCount,
  }));

describe('a digest', () => {
  test('tells of everything new, and the ledger knows it from then on', () => {
    const news = [alert('a', episodes(3)), alert('b', episodes(2, 10))];
    const first = plan(news);
    expect(first?.digest).toMatchObject({ uid: 'ada', state: 'queued', slotMs: now });
    expect(shownIn(first)).toEqual([
      { alertId: 'a', shown: 3, moreCount: 0 },
      { alertId: 'b', shown: 2, moreCount: 0 },
    ]);
    expect(sentPairs(first!.ledger).size).toBe(5);
    expect(plan(news, first!.ledger)).toBeNull();
    const later = plan([alert('a', episodes(4)), alert('c', episodes(1))], first!.ledger);
    expect(shownIn(later)).toEqual([
      { alertId: 'c', shown: 1, moreCount: 0 },
      { alertId: 'a', shown: 1, moreCount: 0 },
    ]);
  });

  test('shows the newest of many and counts the others, which are told by that', () => {
    const planned = plan([alert('a', episodes(25).reverse())]);
    const [section] = planned!.digest.sections;
    expect(section?.moreCount).toBe(25 - MAX_SECTION_EPISODES);
    expect(section?.episodes.map(({ title }) => title)).toEqual(
      episodes(MAX_SECTION_EPISODES).map(({ title }) => title),
    );
    expect(sentPairs(planned!.ledger).size).toBe(25);
  });

  test('knows for each section what the ledger remembers of it', () => {
    const planned = plan([alert('a', episodes(25)), alert('b', episodes(2))])!;
    const [ofB, ofA] = [...planned.digest.sections].sort((a, b) => a.pairs.length - b.pairs.length);
    expect(ofA!.pairs).toHaveLength(25 * 8);
    const withoutB = withoutPairs(planned.ledger, ofB!.pairs);
    expect(sentPairs(withoutB)).toEqual(new Set(episodes(25).map(({ key }) => pairHash('a', key))));
    expect(sentPairs(withoutPairs(withoutB, ofA!.pairs)).size).toBe(0);
  });

  test('gives many alerts an equal share of its episodes', () => {
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

  test('of more alerts than fit tells of those that waited longest; the others stay untold', () => {
    const news = Array.from({ length: MAX_SECTIONS + 5 }, (_, index) =>
      alert(`alert-${index}`, [episode(1, { ingestedAtMs: now - index * MINUTE_MS })]),
    );
    const planned = plan(news);
    expect(planned?.digest.sections).toHaveLength(MAX_SECTIONS);
    const told = sentPairs(planned!.ledger);
    expect(told).toContain(pairHash(`alert-${MAX_SECTIONS + 4}`, episode(1).key));
    expect(told).not.toContain(pairHash('alert-4', episode(1).key));
    expect(plan(news, planned!.ledger)?.digest.sections).toHaveLength(5);
  });

  test('counts how long an alert waited by the oldest of its news', () => {
    const waiting = (minutes: number) => ({ ingestedAtMs: now - minutes * MINUTE_MS });
    const news = [
      alert('waited', [episode(1, waiting(1)), episode(2, waiting(60))]),
      ...Array.from({ length: MAX_SECTIONS }, (_, index) =>
        alert(`alert-${index}`, [episode(3, waiting(30))]),
      ),
    ];
    const told = plan(news)!.digest.sections.map(({ alertId }) => alertId);
    expect(told).toContain('waited');
    expect(told).toHaveLength(MAX_SECTIONS);
  });

  test('is the same whatever order its news come in', () => {
    const same = { pubDateMs: now };
    const news = ['b', 'c', 'a'].map((id) =>
      alert(id, [episode(2, same), episode(3, same), episode(1, same)]),
    );
    const sections = plan(news)!.digest.sections;
    expect(sections.map(({ alertId }) => alertId)).toEqual(['a', 'b', 'c']);
    expect(sections[0]!.episodes.map(({ title }) => title)).toEqual([
      'Episode 1',
      'Episode 2',
      'Episode 3',
    ]);
    expect(plan([...news].reverse())!.digest.sections).toEqual(sections);
  });

  test('names an episode that two feeds hold once', () => {
    const twice = [episode(1), episode(1, { podcast: 'A mirror' })];
    expect(shownIn(plan([alert('a', twice)]))).toEqual([{ alertId: 'a', shown: 1, moreCount: 0 }]);
  });

  test('marks the match in what surrounds it', () => {
    const [section] = plan([alert('a', episodes(1))])!.digest.sections;
    expect(section?.episodes[0]?.excerpt).toBe('We talk about >>>open source<<<.');
  });

  test('is not made beyond the day’s limit, and then nothing counts as told', () => {
    const full = { ...EMPTY_LEDGER, digests: { '2026-11-21': MAX_DIGESTS_A_DAY } };
    expect(plan([alert('a', episodes(1))], full)).toBeNull();
    const nearlyFull = { ...EMPTY_LEDGER, digests: { '2026-11-21': MAX_DIGESTS_A_DAY - 1 } };
    expect(plan([alert('a', episodes(1))], nearlyFull)).not.toBeNull();
  });

  test('fits into a document, whatever the feeds hold', () => {
    const wide = '\u{20AC}';
    const news = Array.from({ length: MAX_SECTIONS }, (_, number) => ({
      alertId: `${'i'.repeat(20)}-${number}`,
      keyword: wide.repeat(200),
      episodes: [
        episode(number, {
          title: wide.repeat(500),
          podcast: wide.repeat(500),
          link: `https://show.example/${'l'.repeat(2027)}`,
          key: `${number}`,
          image: `https://show.example/${'i'.repeat(2027)}`,
          description: wide.repeat(10_000),
        }),
      ],
    }));
    const bytes = Buffer.byteLength(JSON.stringify(plan(news)!.digest));
    expect(bytes).toBeLessThan(1_000_000);
  });
});
