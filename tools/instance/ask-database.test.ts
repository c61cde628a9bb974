import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { serveOnLoopback } from '../../functions/src/platform/test-server.ts';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { askDatabase } from './ask-database.ts';
import { testInstance } from './instance.ts';
import type { Target } from './target.ts';

/** A run whose Firestore and Auth emulators are these listeners; a missing one is not reachable. */
async function runWith(listeners: {
  firestore?: RequestListener;
  auth?: RequestListener;
}): Promise<Target> {
  const run = testInstance(0);
  const port = async (listener: RequestListener | undefined) => {
    if (listener === undefined) return 1;
    return Number(new URL(await serveOnLoopback(listener)).port);
  };
  const ports = { firestore: await port(listeners.firestore), auth: await port(listeners.auth) };
  return { kind: 'local', run: { ...run, ports: { ...run.ports, ...ports } }, settings: {} };
}

const answering =
  (status: number, body: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { connection: 'close' }).end(body);

test('says so where there are no accounts', async () => {
  await expect(askDatabase(await runWith({}), '/x')).rejects.toThrow(/^There are no accounts/);
});

test('says so where only the database is gone', async () => {
  const run = await runWith({ auth: answering(200, '{}') });
  await expect(askDatabase(run, '/x')).rejects.toThrow(/^The database does not answer at /);
});

test('says so where the database falls silent in the middle of its answer', async () => {
  const run = await runWith({
    auth: answering(200, '{}'),
    firestore: (_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"a":');
      setTimeout(() => response.destroy(), 50);
    },
  });
  const asked = askDatabase(run, '/x');
  await expect(asked).rejects.toThrow(ExpectedFailure);
  await expect(asked).rejects.toThrow(/^The database does not answer at /);
});

test('says what the database answered', async () => {
  const run = await runWith({ firestore: answering(500, 'out of memory') });
  const asked = askDatabase(run, ':runQuery', {});
  await expect(asked).rejects.toThrow(/^The database answered with HTTP status 500: out of memory/);
});

test('a document that is not there is null, any other what it is', async () => {
  expect(await askDatabase(await runWith({ firestore: answering(404, '{}') }), '/x')).toBeNull();
  const run = await runWith({ firestore: answering(200, '{"a":1}') });
  expect(await askDatabase(run, '/x')).toEqual({ a: 1 });
});
