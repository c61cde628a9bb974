import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { askDatabase } from './ask-database.ts';
import { testInstance } from './instance.ts';

/** A run in which the database, and sign-in where it is there, answer like this; no listener: nothing does. */
async function runWith(listeners: { firestore?: RequestListener; auth?: RequestListener }) {
  const run = testInstance(0);
  const port = async (listener: RequestListener | undefined) => {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (listener === undefined) server.close();
    else onTestFinished(() => void server.close());
    return typeof address === 'object' ? (address?.port ?? 0) : 0;
  };
  const ports = { firestore: await port(listeners.firestore), auth: await port(listeners.auth) };
  return { ...run, ports: { ...run.ports, ...ports } };
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
