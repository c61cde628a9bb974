import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../functions/src/testing/temporary-folder.ts';
import { openWritablePostgres } from '../../functions/src/catalogue/engines/postgres/writable-postgres.ts';
import { refreshCatalogue } from '../../functions/src/refresh/refresh-catalogue.ts';
import {
  connectTo,
  HAS_POSTGRES,
  type PostgresProcess,
  startPostgres,
} from '../../functions/src/catalogue/testing/test-postgres.ts';
import { readFeed } from '../../functions/src/feeds/read/read-feed.ts';
import { feedOf } from './catalogue-feeds.ts';
import { recordFault, seconds } from './record-fault.ts';
import { type Found, search, tally } from './searching.ts';
import { startInstance } from './start-instances.ts';

const CONNECTIONS = 12;
const EPISODES = 40;
const SETTINGS = { RATE_LIMIT_STORE: 'memory', SEARCH_REQUESTS_PER_MINUTE: '100000' };

let server: PostgresProcess;
let address: string;

async function refresh(url: string, files: string[], now = Date.now()) {
  const catalogue = openWritablePostgres(url, { password: undefined });
  try {
    const feeds = files.map((file) => ({ path: file }));
    return await refreshCatalogue({
      catalogue,
      feeds,
      now,
      readFile,
      readFeed,
      fetchFeed: () => Promise.reject(new Error('no feed is on the web here')),
    });
  } finally {
    await catalogue.close();
  }
}

function feedFile(show: string, keyword: string, episodes: number): string {
  const file = path.join(temporaryFolder(), `${show}.xml`);
  writeFileSync(file, feedOf(show, keyword, episodes));
  return file;
}

const ask = () => search('pgword', undefined, address);
const statuses = (found: Found[]) => [...new Set(found.map(({ status }) => status))].sort();

async function untilAnswered(): Promise<number> {
  const startedAt = performance.now();
  while ((await ask()).status !== 200) await pause(50);
  return performance.now() - startedAt;
}

describe.skipIf(!HAS_POSTGRES)('a PostgreSQL server', () => {
  beforeAll(async () => {
    server = await startPostgres({ max_connections: String(CONNECTIONS) });
  });
  afterAll(() => server.stop());

  test('fails only while a killed PostgreSQL server is away', async () => {
    await refresh(server.url(), [feedFile('pg', 'pgword', EPISODES)]);
    address = await startInstance(server.url(), SETTINGS);
    expect(await ask()).toMatchObject({ status: 200, response: { total: EPISODES } });

    const before = await Promise.all(Array.from({ length: 10 }, ask));
    const during = Promise.all(Array.from({ length: 20 }, ask));
    await server.kill();
    const away = [...(await during), ...(await Promise.all(Array.from({ length: 10 }, ask)))];
    expect(statuses(before)).toEqual([200]);
    expect(statuses(away.slice(20))).toEqual([503]);
    expect(away.at(-1)?.retryAfter).not.toBeNull();
    expect(away.every(({ status }) => status === 200 || status === 503)).toBe(true);
    const slowestMs = Math.max(...away.map(({ tookMs }) => tookMs));

    await server.start();
    const backMs = await untilAnswered();
    expect(await ask()).toMatchObject({ status: 200, response: { total: EPISODES } });
    recordFault({
      fault:
        'the PostgreSQL server of the catalogue is killed, its connections refused, and restarted',
      seen: `“search is unavailable” with Retry-After (${tally(away)}, all within ${seconds(slowestMs)})`,
      lost: 'nothing',
      recovery: `by itself, ${seconds(backMs)} after the server is back`,
    });
  });

  test('fails only while a PostgreSQL server restarts', async () => {
    address = await startInstance(server.url(), SETTINGS);
    expect(await ask()).toMatchObject({ status: 200, response: { total: EPISODES } });
    const during = Promise.all(Array.from({ length: 20 }, ask));
    await server.shutDown();
    const found = [...(await during), await ask()];
    expect(found.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect(found.at(-1)).toMatchObject({ status: 503 });
    await server.start();
    const backMs = await untilAnswered();
    expect(await ask()).toMatchObject({ status: 200, response: { total: EPISODES } });
    recordFault({
      fault: 'the PostgreSQL server of the catalogue is restarted in order, as for maintenance',
      seen: `“search is unavailable” with Retry-After (${tally(found)})`,
      lost: 'nothing',
      recovery: `by itself, ${seconds(backMs)} after the server is back`,
    });
  });

  test('refuses at once without a free connection, and answers when one is free', async () => {
    address = await startInstance(server.url(), SETTINGS);
    const taken = Array.from({ length: CONNECTIONS }, () => connectTo(server.url()));
    const others = (await Promise.allSettled(taken)).flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value] : [],
    );
    const full = await Promise.all(Array.from({ length: 20 }, ask));
    expect(statuses(full)).toEqual([503]);
    const slowestMs = Math.max(...full.map(({ tookMs }) => tookMs));
    await Promise.all(others.map((client) => client.end()));
    const backMs = await untilAnswered();
    recordFault({
      fault: 'the PostgreSQL server has no connection left',
      seen: `“search is unavailable” with Retry-After (${tally(full)}, all within ${seconds(slowestMs)})`,
      lost: 'nothing',
      recovery: `by itself, ${seconds(backMs)} after connections are free`,
    });
  });

  test('keeps answering with a full disk, and the next refresh with room completes', async (context) => {
    const disk = mkdtempSync(path.join(tmpdir(), 'earshot-disk-'));
    try {
      const mount = ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk];
      execFileSync('mount', mount, { stdio: 'ignore' });
    } catch {
      rmSync(disk, { recursive: true });
      return context.skip('only root may mount a small disk here');
    }
    onTestFinished(() => {
      execFileSync('umount', ['--lazy', disk], { stdio: 'ignore' });
      rmSync(disk, { recursive: true });
    });
    const owner = statSync(server.folder);
    chownSync(disk, owner.uid, owner.gid);
    const client = await connectTo(server.url());
    await client.query(`CREATE TABLESPACE small LOCATION '${disk}'`);
    await client.query('CREATE DATABASE small TABLESPACE small');
    await client.end();

    const url = server.url('small');
    const files = Array.from({ length: 40 }, (_, index) =>
      feedFile(`small${index}`, `smallword ${'and more words '.repeat(60)}`, 200),
    );
    await refresh(url, files.slice(0, 1));
    const { blocks, bfree, bsize } = statfsSync(disk);
    const usedKib = Math.ceil(((blocks - bfree) * bsize) / 1024);
    execFileSync('mount', ['-o', `remount,size=${usedKib + 2_000}k`, disk]);
    const failed = await refresh(url, files).then(
      ({ reports }) => reports.filter(({ status }) => status === 'not-reached').length,
      () => files.length,
    );
    expect(failed).toBeGreaterThan(0);
    const catalogue = openWritablePostgres(url, { password: undefined });
    onTestFinished(() => catalogue.close());
    const total = async () =>
      (await catalogue.query({ keywords: ['smallword'], limit: 1, totalLimit: 100_000 })).total;
    const whileFull = await total();
    expect(whileFull % 200).toBe(0);
    expect(whileFull).toBeGreaterThanOrEqual(200);
    expect(whileFull).toBeLessThan(files.length * 200);

    execFileSync('mount', ['-o', 'remount,size=512m', disk]);
    const startedAt = performance.now();
    await refresh(url, files);
    const tookMs = performance.now() - startedAt;
    expect(await total()).toBe(files.length * 200);
    recordFault({
      fault: 'the PostgreSQL server’s disk is full during a refresh',
      seen: `nothing; ${whileFull} episodes of ${files.length * 200} until there is room`,
      lost: 'nothing; no feed is stored by half',
      recovery: `the next refresh with room (${seconds(tookMs)})`,
    });
  });
});
