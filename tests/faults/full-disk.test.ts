import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteFile } from '../../functions/src/catalogue/engines/sqlite/open-sqlite-file.ts';
import { writableSqliteCatalogue } from '../../functions/src/catalogue/engines/sqlite/writable-sqlite.ts';
import { querySqlite } from '../../functions/src/catalogue/engines/sqlite/search/sqlite-query.ts';
import { readFeed } from '../../functions/src/feeds/read/read-feed.ts';
import { refreshCatalogue } from '../../functions/src/refresh/refresh-catalogue.ts';
import { feedOf } from './catalogue-feeds.ts';
import { recordFault, seconds } from './record-fault.ts';

/** Mounts a tmpfs of 3 MB until the test ends. Null if this process may not mount. */
function smallDisk(): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'earshot-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
    rmSync(folder, { recursive: true });
  });
  return folder;
}

test('a full disk stops the refresh but not the search, and the next refresh with room completes', async (context) => {
  const disk = smallDisk();
  if (disk === null) return context.skip('only root may mount a small disk here');
  const feeds = Array.from({ length: 12 }, (_, index) => {
    const file = path.join(tmpdir(), `${path.basename(disk)}-${index}.xml`);
    writeFileSync(file, feedOf(`disk${index}`, `fulldisk ${'and more words '.repeat(40)}`, 200));
    onTestFinished(() => rmSync(file));
    return { path: file };
  });
  const catalogue = openSqliteFile(`file:${path.join(disk, 'catalogue.db')}`);
  onTestFinished(() => catalogue.close());
  const found = async () =>
    (await querySqlite(catalogue, { keywords: ['fulldisk'], limit: 100, totalLimit: 10_000 }))
      .total;
  const refresh = (now: number, some = feeds) =>
    refreshCatalogue({
      catalogue: writableSqliteCatalogue(catalogue),
      feeds: some,
      now,
      readFile,
      readFeed,
      fetchFeed: () => Promise.reject(new Error('no feed is on the web here')),
    });

  const now = Date.now();
  await refresh(now, feeds.slice(0, 1));
  expect(await found()).toBe(200);
  const failure = await refresh(now).then(
    ({ failed }) => `${failed} of ${feeds.length} feeds failed`,
    (error: unknown) => String(error),
  );
  expect(failure).not.toMatch(/^0 of/);
  const whileFull = await found();
  expect(whileFull % 200).toBe(0);
  expect(whileFull).toBeGreaterThanOrEqual(200);
  expect(whileFull).toBeLessThan(feeds.length * 200);

  execFileSync('mount', ['-o', 'remount,size=64m', disk]);
  const startedAt = performance.now();
  // Failed feeds are fetched again within an hour.
  await refresh(now + 3_600_000);
  const tookMs = performance.now() - startedAt;
  expect(await found()).toBe(feeds.length * 200);
  const check = catalogue.connection().prepare('PRAGMA integrity_check').raw().all();
  expect(check).toEqual([['ok']]);
  recordFault({
    fault: 'the disk is full during a refresh',
    seen: `the episodes from before (${whileFull} of ${feeds.length * 200}); new ones come late`,
    lost: 'nothing; no feed is stored by half',
    recovery: `the first refresh with room again (${seconds(tookMs)}), 30 min at the latest`,
  });
});
