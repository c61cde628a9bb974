import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { subscriptionId } from '../../functions/src/hubs/callback-path.ts';
import { serveDeployed, type DeployedFunction } from '../support/deployed/deployed-function.ts';
import { startFunctions, type FunctionProcess } from '../support/deployed/function-process.ts';
import { type Documents, openDocuments } from '../support/documents.ts';
import { unique } from '../support/unique.ts';

const PROJECT = `websub-${unique()}`;

const taskSchema = z.object({
  task: z.object({
    name: z.string(),
    scheduleTime: z.string().optional(),
    httpRequest: z.object({ body: z.base64() }),
  }),
});

let folder: string;
let host: string;
let feeds: DeployedFunction;
let functions: FunctionProcess;
let search: DeployedFunction;
let documents: Documents;
let server: Server;
let items: string[] = [];
let fetches = 0;
const subscriptions = new Map<string, { secret: string; status: number }>();
const tasks = new Map<string, { scheduleTime: string | undefined; data: unknown }>();

/** A podcast host with a hub, and Cloud Tasks. */
const answer: RequestListener = (request, response) => {
  void text(request).then(async (body) => {
    const url = request.url ?? '';
    if (url === '/feed') {
      fetches += 1;
      response.setHeader('link', `<${host}/hub>; rel="hub", <${host}/feed>; rel="self"`);
      response.end(
        `<rss version="2.0"><channel><title>Show</title>${items.join('')}</channel></rss>`,
      );
    } else if (url === '/hub') {
      response.writeHead(202).end();
      await verify(new URLSearchParams(body));
    } else {
      const { task } = taskSchema.parse(JSON.parse(body));
      const { data } = JSON.parse(Buffer.from(task.httpRequest.body, 'base64').toString()) as {
        data: unknown;
      };
      response.writeHead(tasks.has(task.name) ? 409 : 200, { 'content-type': 'application/json' });
      response.end('{}');
      tasks.set(task.name, { scheduleTime: task.scheduleTime, data });
    }
  });
};

async function verify(form: URLSearchParams): Promise<void> {
  const callback = form.get('hub.callback') ?? '';
  const challenge = randomUUID();
  const query = new URLSearchParams({
    'hub.mode': form.get('hub.mode') ?? '',
    'hub.topic': form.get('hub.topic') ?? '',
    'hub.challenge': challenge,
    'hub.lease_seconds': '864000',
  });
  const answered = await fetch(`${callback}?${query.toString()}`);
  const { status } = answered;
  const isAgreed = status === 200 && (await answered.text()) === challenge;
  subscriptions.set(callback, {
    secret: form.get('hub.secret') ?? '',
    status: isAgreed ? 200 : status,
  });
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'earshot-websub-'));
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  host = `http://127.0.0.1:${port}`;
  const environment = {
    GCLOUD_PROJECT: PROJECT,
    FUNCTIONS_EMULATOR: 'true',
    METADATA_SERVER_DETECTION: 'none',
    CLOUD_TASKS_EMULATOR_HOST: `127.0.0.1:${port}`,
    CATALOGUE_URL: `file:${path.join(folder, 'catalogue.db')}`,
    FEEDS: `${host}/feed`,
    MAIL_FROM: 'Earshot <alerts@earshot.example>',
  };
  documents = openDocuments(PROJECT);
  feeds = await serveDeployed('feeds', { ...environment, SITE_URL: 'http://localhost' });
  search = await serveDeployed('search', environment);
  functions = startFunctions({ ...environment, SITE_URL: feeds.url.slice(0, -1) });
});

afterAll(async () => {
  feeds.stop();
  search.stop();
  await functions.kill();
  await documents.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function publish(word: string): void {
  items = [
    `<item><title>About ${word}</title><link>https://show.example/${word}</link><guid>${word}</guid>
     <pubDate>${new Date().toUTCString()}</pubDate></item>`,
    ...items,
  ];
}

async function found(word: string): Promise<number> {
  const answered = await fetch(search.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keywords: [word], language: 'English' }),
  });
  return ((await answered.json()) as { total: number }).total;
}

const callback = () => [...subscriptions.keys()][0] ?? '';
const secret = () => [...subscriptions.values()][0]?.secret ?? '';
const hub = () => ({ hub: `${host}/hub`, topic: `${host}/feed` });
const pathOfStored = () => `hubSubscriptions/${subscriptionId(hub().topic, hub())}`;
const stored = () => documents.read(pathOfStored());

async function notify(body: string, key = secret()): Promise<number> {
  const signature = createHmac('sha256', key).update(body).digest('hex');
  const headers = {
    'x-hub-signature': `sha256=${signature}`,
    'content-type': 'application/rss+xml',
  };
  return (await fetch(callback(), { method: 'POST', headers, body })).status;
}

test('subscribes at the hub of a feed, and finds an episode at once that the hub reports', async () => {
  publish('walrus');
  expect(await functions.run('refreshCatalogue', {})).toBeNull();
  await expect.poll(() => subscriptions.size, { timeout: 60_000 }).toBe(1);
  expect(await stored()).toMatchObject({ leaseEndsAtMs: expect.any(Number) as number, tries: 0 });
  expect(callback()).toMatch(/\/feeds\/hub-[0-9a-f]{64}$/);
  expect(await found('walrus')).toBe(1);
  tasks.clear();

  publish('narwhal');
  const before = fetches;
  expect(await notify('<rss>forged</rss>', 'another secret')).toBe(202);
  expect(await notify('x'.repeat(1_000_001))).toBe(413);
  expect(tasks.size).toBe(0);

  expect(
    await Promise.all([1, 2, 3].map(() => notify('<rss>an episode about unicorns</rss>'))),
  ).toEqual([202, 202, 202]);
  expect([...tasks.values()]).toEqual([
    { scheduleTime: expect.any(String) as string, data: { reported: true } },
  ]);
  const scheduledMs = Date.parse([...tasks.values()][0]?.scheduleTime ?? '');
  expect(scheduledMs % 60_000).toBe(0);
  expect(await functions.run('refreshFeeds', { data: { reported: true } })).toBeNull();
  expect(fetches).toBe(before + 1);
  expect(await found('narwhal')).toBe(1);
  // What a notification contains counts for nothing.
  expect(await found('unicorns')).toBe(0);
  // The alerts start, too.
  expect([...tasks.values()].at(-1)).toMatchObject({ data: { after: 'refresh' } });
  expect(await stored()).toMatchObject({ dueAtMs: null, vain: 0 });
});

test('fetches the feed of a hub that lies ever more rarely', async () => {
  const start = fetches;
  for (const vain of [1, 2, 3]) {
    functions.passTime(10 * 60_000 * 2 ** vain);
    await documents.seed({
      [pathOfStored()]: { ...(await stored())!, dueAtMs: Date.now() },
    });
    expect(await functions.run('refreshFeeds', { data: { reported: true } })).toBeNull();
    expect(await stored()).toMatchObject({ vain, dueAtMs: null });
  }
  expect(fetches).toBe(start + 3);
});

test('ends the subscription when the hub verifies that', async () => {
  const path = pathOfStored();
  await documents.seed({ [path]: { ...(await stored())!, isWanted: false } });
  await verify(
    new URLSearchParams({
      'hub.callback': callback(),
      'hub.mode': 'unsubscribe',
      'hub.topic': `${host}/feed`,
    }),
  );
  expect(subscriptions.get(callback())?.status).toBe(200);
  expect(await stored()).toBeNull();
  // An instance knows a subscription for two seconds.
  await expect.poll(() => notify('<rss/>'), { timeout: 20_000 }).toBe(410);
});
