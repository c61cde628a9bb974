import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../../testing/temporary-folder.ts';
import { temporarySqlite } from '../../../testing/test-catalogue.ts';
import { CONNECTIONS, type SearchConnection, searchConnections } from './search-connections.ts';

const ENDLESS = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers)
  SELECT count(*) FROM numbers`;

/** Takes about a second. */
const LONG = ENDLESS.replace('FROM numbers)', 'FROM numbers WHERE n < 6000000)');

function opened() {
  const file = path.join(temporaryFolder(), 'catalogue.db');
  temporarySqlite(file);
  const connections = searchConnections(file);
  onTestFinished(() => connections.close());
  const one = (connection: SearchConnection) => connection.json('SELECT 1');
  return { connections, one };
}

const reason = new Error('enough');

let numbered = 0;

/** Identifies a connection by a setting that nothing else uses. */
async function numberOf(connection: SearchConnection): Promise<unknown> {
  const [[number] = []] = await connection.rows('PRAGMA analysis_limit');
  if (number !== 0) return number;
  numbered += 1;
  await connection.rows(`PRAGMA analysis_limit = ${numbered}`);
  return numbered;
}

async function abortedSoon(): Promise<AbortController> {
  const ended = new AbortController();
  await pause(20);
  return ended;
}

test('an aborted search ends, and its connection is reused', async () => {
  const { connections, one } = opened();
  const numbers = new Set<unknown>();
  for (let round = 0; round < 3; round += 1) {
    const ended = await abortedSoon();
    const endless = connections.use(async (connection) => {
      numbers.add(await numberOf(connection));
      return connection.json(ENDLESS);
    }, ended.signal);
    setTimeout(() => ended.abort(reason), 20);
    await expect(endless).rejects.toBe(reason);
    await connections.idle();
    await connections.use(async (connection) => {
      numbers.add(await numberOf(connection));
      return one(connection);
    });
  }
  expect(numbers.size).toBe(1);
});

test('aborting a search leaves other searches running', async () => {
  const { connections, one } = opened();
  const ended = new AbortController();
  const endless = connections.use((connection) => connection.json(ENDLESS), ended.signal);
  let turns = 0;
  const other = connections.use(async (connection) => {
    while (!ended.signal.aborted || turns < 50) {
      turns += 1;
      expect(await one(connection)).toBe(1);
    }
    return turns;
  });
  setTimeout(() => ended.abort(reason), 50);
  await expect(endless).rejects.toBe(reason);
  expect(await other).toBeGreaterThanOrEqual(50);
});

test('a search that is aborted before its start reads nothing', async () => {
  const { connections } = opened();
  let read = 0;
  const work = () => Promise.resolve((read += 1));
  await expect(connections.use(work, AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(read).toBe(0);
});

test('a search reads a snapshot while others write', async () => {
  const file = path.join(temporaryFolder(), 'catalogue.db');
  const writer = temporarySqlite(file).connection();
  const connections = searchConnections(file);
  onTestFinished(() => connections.close());
  const count = (connection: SearchConnection) => connection.json('SELECT count(*) FROM refreshes');
  await connections.use(async (connection) => {
    expect(await count(connection)).toBe(0);
    writer.exec('INSERT INTO refreshes (finished_at_ms) VALUES (1)');
    expect(await count(connection)).toBe(0);
  });
  expect(await connections.use(count)).toBe(1);
});

test('garbage collection does not wait for a running statement', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { connections } = opened();
  await connections.use(async (connection) => {
    for (let count = 0; count < 50; count += 1) {
      await connection.json('SELECT 1', [], false);
    }
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 10);
    const long = connection.json(LONG);
    await pause(20);
    collect();
    await long;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });
});

test('replaces a connection with many uncached statements', async () => {
  const { connections } = opened();
  const numbers = new Set<unknown>();
  for (let count = 0; count < 250; count += 1) {
    await connections.use(async (connection) => {
      numbers.add(await numberOf(connection));
      await connection.json('SELECT 1', [], false);
    });
  }
  expect(numbers.size).toBe(3);
});

test('keeps at most CONNECTIONS idle connections', async () => {
  const { connections, one } = opened();
  const numbers = new Set<unknown>();
  const together = (number: number) =>
    Promise.all(
      Array.from({ length: number }, () =>
        connections.use(async (connection) => {
          numbers.add(await numberOf(connection));
          await pause(20);
          return one(connection);
        }),
      ),
    );
  await together(CONNECTIONS + 3);
  numbers.clear();
  await together(CONNECTIONS);
  await together(CONNECTIONS);
  expect(numbers.size).toBe(CONNECTIONS);
});
