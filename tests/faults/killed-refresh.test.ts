import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSqliteFile } from '../../functions/src/catalogue/engines/sqlite/open-sqlite-file.ts';
import { catalogueFile } from '../support/stack.ts';
import { feedOf, followToo, refresh, serveFeeds } from './catalogue-feeds.ts';
import { recordFault, seconds } from './record-fault.ts';
import { countOf, searchSteadily, tally } from './searching.ts';
import { CAN_FIND_PROCESSES, workersOf } from './stack-processes.ts';

const FEEDS = 24;
const EPISODES = 20;

function stored(): { complete: boolean; check: unknown } {
  const catalogue = openSqliteFile(`file:${catalogueFile()}`);
  const counts = catalogue
    .connection()
    .prepare("SELECT count(*) FROM episodes WHERE podcast LIKE 'killed%' GROUP BY podcast")
    .raw()
    .all() as [number][];
  const check = catalogue.connection().prepare('PRAGMA integrity_check').raw().all();
  catalogue.close();
  return { complete: counts.every(([count]) => count === EPISODES), check };
}

test.skipIf(!CAN_FIND_PROCESSES)(
  'a killed refresh loses nothing and blocks nobody, and the next one completes it',
  async () => {
    const before = await countOf('OpenAI');
    let served = 0;
    const port = await serveFeeds((request, response) => {
      served += 1;
      setTimeout(
        () => response.end(feedOf(`killed${request.url!.slice(1)}`, 'killswitch', EPISODES)),
        150,
      );
    });
    followToo(Array.from({ length: FEEDS }, (_, index) => `http://127.0.0.1:${port}/${index}`));

    const searches = searchSteadily('OpenAI');
    const first = refresh();
    while (served < FEEDS / 2) await pause(20);
    const workers = workersOf('refreshCatalogue');
    expect(workers).not.toEqual([]);
    for (const pid of workers) process.kill(pid, 'SIGKILL');
    expect(await first).not.toBe(200);
    const afterKill = await countOf('killswitch');
    expect(afterKill).toBeGreaterThan(0);
    expect(afterKill).toBeLessThan(FEEDS * EPISODES);
    expect(stored()).toEqual({ complete: true, check: [['ok']] });

    const startedAt = performance.now();
    expect(await refresh()).toBe(200);
    const tookMs = performance.now() - startedAt;
    const found = await searches.stop();
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set([200]));
    expect(found.every(({ response }) => response?.total === before)).toBe(true);
    expect(await countOf('killswitch')).toBe(FEEDS * EPISODES);
    expect(stored()).toEqual({ complete: true, check: [['ok']] });
    recordFault({
      fault: `refresh killed (SIGKILL) after ${afterKill / EPISODES} of ${FEEDS} new feeds`,
      seen: `nothing (searches meanwhile: ${tally(found)})`,
      lost: 'nothing; no feed is stored by half',
      recovery: `the next refresh (${seconds(tookMs)})`,
    });
  },
);
