import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { fetchRecord, NOW } from '../testing/test-catalogue.ts';
import { ENGINES } from '../testing/test-engines.ts';
import { announcers, countBrought, isSilent, recordAnnouncer, wakeFeeds } from './wake-ups.ts';
import { claimFeeds, listFeeds } from './feed-queue.ts';
import { recordFetch } from './feeds.ts';

const url = (name: string) => `https://host.example/${name}`;
const LATER = NOW + DAY_MS;

describe.each(ENGINES)('wake-ups in $engine', ({ open }) => {
  async function opened(...names: string[]) {
    const { catalogue } = await open();
    await catalogue.write(() =>
      listFeeds(
        names.map((name) => ({ url: url(name), host: `${name}.example` })),
        NOW,
      ),
    );
    const asked = (name: string, record: Parameters<typeof fetchRecord>[0] = {}) =>
      catalogue.write(() =>
        recordFetch(
          url(name),
          fetchRecord({
            host: `${name}.example`,
            fetchedAtMs: NOW,
            nextFetchAtMs: LATER,
            ...record,
          }),
        ),
      );
    for (const name of names) await asked(name);
    const wake = (urls: string[], minutes = 1) =>
      catalogue.write(() =>
        wakeFeeds({ announcer: 'change-list', urls, now: NOW + minutes * MINUTE_MS }),
      );
    const due = async (minutes = 1) => {
      const now = NOW + minutes * MINUTE_MS;
      const feeds = await catalogue.write(() => claimFeeds({ now, dueMs: now, limit: 9 }));
      return feeds.map((feed) => [feed.url.split('/').pop(), feed.wokenBy]);
    };
    return { catalogue, asked, wake, due };
  }

  it('make announced feeds due, by either scheme and by the address they moved to', async () => {
    const { asked, wake, due } = await opened('a', 'b', 'c');
    await asked('b', { movedTo: 'https://new.example/b', movedAtMs: NOW });
    expect(await wake([url('a').replace('https', 'http'), 'https://new.example/b', url('x')])).toBe(
      2,
    );
    expect(await due()).toEqual([
      ['a', 'change-list'],
      ['b', 'change-list'],
    ]);
  });

  it('make a feed due once in five minutes', async () => {
    const { asked, wake, due } = await opened('a');
    expect(await wake([url('a'), url('a')])).toBe(1);
    expect(await due()).toEqual([['a', 'change-list']]);
    await asked('a', { fetchedAtMs: NOW + 2 * MINUTE_MS });
    expect(await wake([url('a')], 3)).toBe(0);
    expect(await due(3)).toEqual([]);
    expect(await wake([url('a')], 6)).toBe(1);
    expect(await due(6)).toEqual([['a', 'change-list']]);
  });

  it('leave feeds alone that fail or that nobody wants', async () => {
    const { catalogue, asked, wake } = await opened('a', 'b');
    await asked('a', { failures: 1, failure: 'asked-to-wait' });
    await catalogue.write(() => listFeeds([{ url: url('a'), host: 'a.example' }], NOW));
    expect(await wake([url('a'), url('b')])).toBe(0);
  });

  it('that come while a feed is being asked make it due again', async () => {
    const { asked, wake, due } = await opened('a');
    await wake([url('a')], 1);
    expect(await due(10)).toHaveLength(1);
    await wake([url('a')], 11);
    await asked('a', { fetchedAtMs: NOW + 10 * MINUTE_MS });
    expect(await due(11)).toEqual([['a', 'change-list']]);
    await asked('a', { fetchedAtMs: NOW + 12 * MINUTE_MS });
    expect(await due(12)).toEqual([]);
  });

  it('by a clock that was put back since are forgotten', async () => {
    const { catalogue, asked, wake, due } = await opened('a');
    await wake([url('a')], 24 * 60);
    await catalogue.write(() => listFeeds([{ url: url('a'), host: 'a.example' }], NOW));
    expect(await due(0)).toHaveLength(1);
    await asked('a', { fetchedAtMs: NOW + MINUTE_MS });
    expect(await due(2)).toEqual([]);
  });

  it('are counted for a day', async () => {
    const { catalogue, wake } = await opened('a', 'b');
    const state = { position: 7, failure: 'away' };
    await catalogue.write(() => recordAnnouncer('change-list', state, NOW));
    await wake([url('a'), url('b'), url('x')], 1);
    await catalogue.write(() => countBrought('change-list', 1, NOW + HOUR_MS));
    const counts = { announced: 3, woken: 2, brought: 1 };
    const list = { ...state, announcer: 'change-list', sinceMs: NOW };
    const [found] = await catalogue.read(() => announcers(NOW + 2 * HOUR_MS));
    expect(found).toEqual({ ...list, ...counts });
    const [later] = await catalogue.read(() => announcers(NOW + 2 * DAY_MS));
    expect(later).toEqual({ ...list, announced: 0, woken: 0, brought: 0 });
    expect([isSilent(later!, NOW + 2 * DAY_MS), isSilent(found!, NOW + 2 * HOUR_MS)]).toEqual([
      true,
      false,
    ]);
  });
});
