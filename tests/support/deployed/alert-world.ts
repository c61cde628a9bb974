import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as requestFrom,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { MANUAL_RUN_JOB } from '../../../functions/src/alerts/plan/manual-run.ts';
import {
  type SendgridRequest,
  sendgridRequestSchema,
} from '../../../functions/src/delivery/mail/transport/fixtures/sendgrid-request.ts';
import { startFunctions } from './function-process.ts';
import { authUrl, projectId } from '../stack.ts';
import { unique } from '../unique.ts';

/** The default is status 202. A function runs before a response with that status. */
type SendgridAnswer =
  number | { status: number; retryAfter: string } | 'hang' | 'close' | (() => Promise<void> | void);

type Happening = () => Promise<void>;

export interface Task {
  name: string;
  digestId: string;
  /** ISO 8601; null for immediate execution. */
  scheduleTime: string | null;
}

const taskSchema = z.object({
  task: z.object({
    name: z.string(),
    scheduleTime: z.string().optional(),
    httpRequest: z.object({ body: z.base64() }),
  }),
});
const taskBody = z.object({
  data: z.union([
    z.object({ digestId: z.string() }),
    z.object({ epoch: z.number(), shard: z.number(), shards: z.number() }),
    z.object({ after: z.literal('refresh') }),
  ]),
});

/**
 * Starts the deployed functions with stand-ins for feeds, Cloud Tasks and SendGrid that the test controls. Accounts
 * and documents come from the emulators.
 * @param settings Environment variables of the functions that override the defaults.
 */
export async function openAlertWorld(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'earshot-alerts-'));
  const items: string[] = [];
  const tasks: Task[] = [];
  const shardTasks = new Map<string, object>();
  const starts = new Map<string, object>();
  const mails: SendgridRequest[] = [];
  const answers: SendgridAnswer[] = [];
  const service = { isThere: true };
  const lookups: Happening[] = [];
  const connections: Happening[] = [];
  const deserted = new WeakSet<Socket>();
  const servers: Server[] = [];

  async function listen(listener: RequestListener): Promise<string> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('Not listening on a port');
    return `127.0.0.1:${address.port}`;
  }

  // One feed per episode, because a fetched feed is not fetched again for a while.
  const feeds = await listen(({ url = '', headers }, response) => {
    const number = /^\/feed-(\d+)\.xml$/.exec(url)?.[1];
    response.setHeader(
      'content-type',
      number === undefined ? 'text/x-opml' : 'application/rss+xml',
    );
    response.end(
      number === undefined
        ? feedList(items.length, headers.host ?? '')
        : `<rss version="2.0"><channel><title>The Show</title>${items[Number(number)] ?? ''}</channel></rss>`,
    );
  });

  const cloudTasks = await listen((request, response) => {
    void readBody(request).then((body) => {
      const { task } = taskSchema.parse(JSON.parse(body));
      if (
        [...tasks.map(({ name }) => name), ...shardTasks.keys(), ...starts.keys()].includes(
          task.name,
        )
      ) {
        response.writeHead(409).end('{}');
        return;
      }
      const { name, scheduleTime = null, httpRequest } = task;
      const decoded = Buffer.from(httpRequest.body, 'base64').toString();
      const { data } = taskBody.parse(JSON.parse(decoded));
      if ('digestId' in data) tasks.push({ name, digestId: data.digestId, scheduleTime });
      else ('after' in data ? starts : shardTasks).set(name, data);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });

  const sendgrid = await listen((request, response) => {
    void readBody(request).then(async (body) => {
      if (deserted.has(request.socket)) return;
      if (request.method === 'GET') {
        response.writeHead(service.isThere ? 200 : 502).end('{}');
        return;
      }
      mails.push(sendgridRequestSchema.parse(JSON.parse(body)));
      const answer = answers.shift() ?? 202;
      if (answer === 'hang') return;
      if (answer === 'close') {
        response.writeHead(202, { 'content-length': '100' }).write('{');
        setTimeout(() => request.socket.destroy(), 50);
      } else {
        if (typeof answer === 'function') await answer();
        if (typeof answer === 'object') {
          const { status, retryAfter } = answer;
          response.writeHead(status, { 'retry-after': retryAfter }).end();
          return;
        }
        const status = typeof answer === 'number' ? answer : 202;
        response.writeHead(status, { 'x-message-id': `sg-${mails.length}` }).end();
      }
    });
  });
  servers.at(-1)?.on('connection', (socket: Socket) => {
    const happens = connections.shift();
    if (happens === undefined) return;
    deserted.add(socket);
    void happens().then(() => socket.destroy());
  });

  const auth = await listen((request, response) => {
    const happens = request.url?.includes('accounts:lookup') ? lookups.shift() : undefined;
    void Promise.resolve(happens?.()).then(() => passOn(request, response));
  });

  const environment = {
    FUNCTIONS_EMULATOR: 'true',
    // Google's libraries would look for a metadata server on the network.
    METADATA_SERVER_DETECTION: 'none',
    CLOUD_TASKS_EMULATOR_HOST: cloudTasks,
    FIREBASE_AUTH_EMULATOR_HOST: auth,
    CATALOGUE_URL: `file:${path.join(folder, 'catalogue.db')}`,
    FEEDS: `http://${feeds}/feeds.opml`,
    MAIL_TRANSPORT: 'sendgrid',
    MAIL_FROM: 'Earshot <alerts@earshot.example>',
    SITE_URL: 'https://earshot.example',
    UNSUBSCRIBE_KEY: 'a key for tests only; it is long enough',
    SENDGRID_API_KEY: 'SG.test',
    SENDGRID_BASE_URL: `http://${sendgrid}`,
    ...settings,
  };
  let functions = startFunctions(environment);

  async function refresh(): Promise<void> {
    const error = await functions.run('refreshCatalogue', {});
    if (error !== null) throw new Error(error);
  }

  return {
    tasks,
    mails,
    answers,
    /** `isThere` is true if SendGrid's stand-in answers the check that precedes the retry of an email. */
    service,
    catalogueUrl: environment.CATALOGUE_URL,
    peakMib: () => functions.peakMib(),
    /** Functions that run when a delivery reads its account, before anything is sent. */
    lookups,
    /** Functions that run when a delivery connects to SendGrid. The connection then closes without a response. */
    connections,

    /** Publishes an episode that mentions the keyword and refreshes the catalogue. */
    async publish(keyword: string): Promise<string> {
      const number = items.length;
      const link = `https://show.example/${unique()}`;
      const date = new Date(Date.now() - 60_000).toUTCString();
      items.push(
        `<item><title>Episode ${number}</title><link>${link}</link><guid>${link}</guid>` +
          `<pubDate>${date}</pubDate><description>We talk about ${keyword}.</description></item>`,
      );
      await refresh();
      return link;
    },

    refresh,

    /** Sends all digests with matches, whatever their hour. */
    run: () => functions.run('sendAlerts', { jobName: MANUAL_RUN_JOB }),

    /** Advances the functions' clock until they are restarted. */
    passTime: (ms: number) => functions.passTime(ms),

    /** Runs the scheduled tick. Returns its error and the payloads of the shard tasks that it queued. */
    async tick(): Promise<{ error: string | null; shards: object[] }> {
      shardTasks.clear();
      const error = await functions.run('sendAlerts', {});
      return { error, shards: [...shardTasks.values()] };
    },

    /** Runs what refreshes have queued. Returns the payloads of the shard tasks that this queued. */
    async startAfterRefreshes(): Promise<object[]> {
      shardTasks.clear();
      const queued = [...starts.values()];
      starts.clear();
      const errors = await Promise.all(queued.map((data) => functions.run('planAlerts', { data })));
      for (const error of errors) if (error !== null) throw new Error(error);
      return [...shardTasks.values()];
    },

    look: (shard: object) => functions.run('planAlerts', { data: shard }),

    /** Runs the schedule that requeues digests and shards without a task. */
    sweep: () => functions.run('resumeDigests', {}),

    /** Runs the schedule of `sweep` and returns the payloads of the shard tasks that it queued. */
    async lost(): Promise<object[]> {
      shardTasks.clear();
      const error = await functions.run('resumeDigests', {});
      if (error !== null) throw new Error(error);
      return [...shardTasks.values()];
    },

    deliver: ({ digestId }: Pick<Task, 'digestId'>) =>
      functions.run('deliverDigest', { data: { digestId } }),

    tell: ({ digestId }: Pick<Task, 'digestId'>) =>
      functions.run('deliverToChannel', { data: { digestId } }),

    async kill(): Promise<void> {
      await functions.kill();
      functions = startFunctions(environment);
    },

    async close(): Promise<void> {
      await functions.kill();
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function passOn(request: IncomingMessage, response: ServerResponse): void {
  const { url = '', method, headers } = request;
  const address = authUrl() + url.replace(/\/projects\/[^/]+\//, `/projects/${projectId()}/`);
  const passed = requestFrom(address, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  passed.on('error', () => response.destroy());
  request.pipe(passed);
}

function feedList(feeds: number, host: string): string {
  const outlines = Array.from(
    { length: feeds },
    (_, number) =>
      `<outline type="rss" text="The Show" xmlUrl="http://${host}/feed-${number}.xml"/>`,
  );
  return `<opml version="2.0"><head/><body>${outlines.join('')}</body></opml>`;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
