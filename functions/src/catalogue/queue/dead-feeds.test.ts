import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../contract/index.ts';
import { fetchRecord, NOW } from '../testing/test-catalogue.ts';
import { ENGINES } from '../testing/test-engines.ts';
import { recordFetch } from '../store/feeds.ts';
import { deadFeeds } from './dead-feeds.ts';
import { listFeeds } from './feed-queue.ts';
import { blockFeed } from './feed-state.ts';
import { followFeeds } from './followed-feeds.ts';

const urlOf = (name: string) => `https://${name}.example/feed`;

describe.each(ENGINES)('dead feeds on $engine', ({ open }) => {
  it('lists feeds of the list that failed for a week, the longest failing first', async () => {
    const { catalogue } = await open();
    const failed = {
      ended: ['gone', 4],
      endedYesterday: ['gone', 1],
      longer: ['http-status', 30],
      week: ['timed-out', 21],
      almost: ['timed-out', 19],
      recovered: ['', 0],
      blocked: ['http-status', 40],
      unlisted: ['http-status', 40],
    } as const;
    const names = Object.keys(failed);
    const listed = names.filter((name) => name !== 'unlisted');
    await catalogue.write(() =>
      listFeeds(
        listed.map((name) => ({ url: urlOf(name), host: '' })),
        NOW,
      ),
    );
    const added = {
      url: urlOf('unlisted'),
      host: '',
      title: 'Own',
      followers: 1,
      changedAtMs: NOW,
    };
    await catalogue.write(() => followFeeds([added], NOW));
    for (const [name, [failure, failures]] of Object.entries(failed)) {
      const record = fetchRecord({ failure: failure || null, failures, newestAtMs: NOW });
      await catalogue.write(() => recordFetch(urlOf(name), record));
    }
    await catalogue.write(() => blockFeed(urlOf('blocked'), NOW));
    const { dead, failing } = await catalogue.read(deadFeeds);
    expect(
      dead.map(({ url, code, failingMs }) => [url, code, Math.floor(failingMs / DAY_MS)]),
    ).toEqual([
      [urlOf('longer'), 'http-status', 34],
      [urlOf('ended'), 'gone', 9],
      [urlOf('week'), 'timed-out', 8],
    ]);
    expect(dead[0]).toMatchObject({ title: '', newestAtMs: NOW });
    expect(failing).toBe(2);
  });
});
