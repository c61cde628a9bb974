import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import {
  alertItemSchema,
  channelCreatedSchema,
  type ChannelsRequest,
} from '../../functions/src/contract/index.ts';
import { apiCall, curlText } from '../../web/src/features/info/developers/api-call.ts';
import { API_OPERATIONS } from '../../web/src/features/info/developers/api-operations.ts';
import { call, type Person, signUpVerified } from '../support/account.ts';
import { type Snippet, snippetsFor } from '../../web/src/features/info/developers/snippets.ts';
import { makeKey } from '../support/api.ts';
import { isSigned, openReceiver } from '../support/receiver.ts';
import { siteUrl } from '../support/stack.ts';
import { useDocuments } from '../support/use-documents.ts';

useDocuments();

interface Example {
  language: string;
  text: string;
}

/** Returns the fenced code blocks of a guide that name a language. Replaces the example's address by the site's. */
function examplesOf(guide: string): Example[] {
  const text = readFileSync(new URL(`../../docs/${guide}.md`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = '', example = '']) => ({
    language,
    text: example.replaceAll('https://earshot.example', siteUrl()),
  }));
}

/** Returns the only example in the language that contains `words` but not `without`. */
function example(guide: string, language: string, words: string, without = '\0'): string {
  const found = examplesOf(guide).filter(
    ({ text, ...each }) =>
      each.language === language && text.includes(words) && !text.includes(without),
  );
  expect(found, `${guide}: ${words}`).toHaveLength(1);
  return found[0]?.text ?? '';
}

interface Ended {
  code: unknown;
  out: string;
  err: string;
}

async function run(command: string, args: string[], env: Record<string, string>): Promise<Ended> {
  const child = spawn(command, args, { env: { ...process.env, ...env } });
  const ended: Ended = { code: null, out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (ended.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (ended.err += chunk.toString()));
  [ended.code] = (await once(child, 'close')) as unknown[];
  return ended;
}

const shell = (script: string, env: Record<string, string>) => run('bash', ['-euc', script], env);

let ada: Person;
let key: string;
/** A separate key for look-ups, because each key has its own limit per minute. */
let ownKey: string;

beforeAll(async () => {
  ada = await signUpVerified();
  ({ key } = await makeKey(ada));
  ({ key: ownKey } = await makeKey(ada));
});

async function created(request: ChannelsRequest) {
  const { result } = await call('channels', ada, request);
  const answer = channelCreatedSchema.parse(result);
  if (answer.kind === 'refused') throw new Error(answer.message);
  return answer;
}

const FEED = { action: 'create', kind: 'feed', name: 'Work', alerts: 'all' } as const;

test('covers every example of the guides for programs', () => {
  const counts = Object.fromEntries(
    ['api', 'channels'].map((guide) => [
      guide,
      examplesOf(guide)
        .map(({ language }) => language)
        .join(' '),
    ]),
  );
  expect(counts).toEqual({ api: 'sh sh js json', channels: 'sh json http js sh sh' });
});

describe('api.md', () => {
  test('finds episodes of a week by the first call', async () => {
    const script = example('api', 'sh', '/search').replace('es_…', key);
    const { code, out, err } = await shell(script, {});
    expect([code, JSON.parse(out)], err).toEqual([
      0,
      expect.objectContaining({ episodes: expect.any(Array) as unknown[] }),
    ]);
    expect(out).not.toContain('"error"');
  });

  test('finds the seconds of a quotation by the program', async () => {
    // Replaces the guide's word by one that the transcripts of the samples contain.
    const program = example('api', 'js', 'get(').replaceAll('openai', 'barometer');
    const ended = await run(process.execPath, ['--input-type=module', '-e', program], {
      EARSHOT_KEY: key,
    });
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(ended.out).toMatch(/^.+ \d+(\.\d+)? .*barometer/im);
  });

  test('sends a receiver its secret and a test message', async () => {
    const receiver = await openReceiver();
    const script = example('api', 'sh', '/channels')
      .replace('https://hooks.example/earshot', receiver.url)
      .replaceAll(/ +# .*$/gm, '');
    const { code, out, err } = await shell(script, { EARSHOT_KEY: key });
    expect(code, err).toBe(0);
    const [made = '', tested = '', changed = ''] = out.trim().split('\n');
    const { secret } = z.object({ secret: z.string() }).parse(JSON.parse(made));
    expect(JSON.parse(tested)).toMatchObject({ accepted: true, status: 204 });
    expect(JSON.parse(changed)).toMatchObject({ channel: { paused: true } });
    expect(receiver.got.map((message) => isSigned(message, secret))).toEqual([true]);
  });

  test('connects an assistant that reads the file', async () => {
    await listsTools(example('api', 'json', 'mcpServers'));
  });
});

async function listsTools(config: string): Promise<void> {
  const file = config.replace('${EARSHOT_KEY}', key);
  const { earshot } = z
    .object({
      mcpServers: z.object({
        earshot: z.object({
          type: z.literal('http'),
          url: z.string(),
          headers: z.record(z.string(), z.string()),
        }),
      }),
    })
    .parse(JSON.parse(file)).mcpServers;
  const answer = await fetch(earshot.url, {
    method: 'POST',
    headers: { ...earshot.headers, 'content-type': 'application/json', accept: '*/*' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const tools = expect.arrayContaining([
    expect.objectContaining({ name: 'search_episodes' }),
  ]) as unknown;
  expect(await answer.json()).toMatchObject({ result: { tools } });
}

describe('channels.md', () => {
  test('answers 304 to a reader that has the feed', async () => {
    const { feed } = await created(FEED);
    const [tag = '', again = ''] = example('channels', 'sh', 'If-None-Match')
      .split('\n')
      .map((line) => line.replace(/ +# .*/, ''));
    const env = { FEED: siteUrl() + new URL(feed?.rss ?? '').pathname };
    const first = await shell(tag, env);
    const etag = /etag: (W\/"[^"]+")/i.exec(first.out)?.[1] ?? '';
    expect(etag).not.toBe('');
    expect((await shell(again.replace('W/"…"', etag), env)).out).toMatch(/^HTTP\/1\.1 304 /);
  });

  test('shows an item with every field of the contract', () => {
    const item: unknown = JSON.parse(example('channels', 'json', '_earshot'));
    expect(alertItemSchema.parse(item)).toEqual(item);
  });

  test('shows a message with the headers that are signed', () => {
    const [head = '', body = ''] = example('channels', 'http', 'webhook-id').split('\n\n');
    expect(head).toMatch(/\nwebhook-id: .+\nwebhook-timestamp: \d+\nwebhook-signature: v1,/);
    expect(JSON.parse(body.replace('[…]', '[]'))).toMatchObject({ type: 'alert.matched' });
  });

  test('accepts a message signed manually in the receiver, and no other', async () => {
    const { secret = '' } = await created({
      action: 'create',
      kind: 'webhook',
      name: 'Hook',
      url: (await openReceiver()).url,
      alerts: 'all',
    });
    const port = await freePort();
    const program = example('channels', 'js', 'isGenuine').replace('8080', String(port));
    const env = { WEBHOOK_SECRET: secret, RECEIVER: `http://127.0.0.1:${port}/` };
    const receiver = spawn(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, ...env },
    });
    onTestFinished(() => void receiver.kill());
    await untilListening(port);
    const trying = example('channels', 'sh', '$RECEIVER');
    expect((await shell(trying, env)).out).toMatch(/^HTTP\/1\.1 204 /);
    const forged = { ...env, WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}` };
    expect((await shell(trying, forged)).out).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('computes the signature of a message manually', async () => {
    const key = Buffer.from('a secret of this test only');
    const byHand = example('channels', 'sh', 'openssl', '$RECEIVER');
    const message = { id: 'msg_1', timestamp: '1795262400', body: '{"type":"channel.test"}' };
    const { out } = await shell(byHand, {
      WEBHOOK_SECRET: `whsec_${key.toString('base64')}`,
      ...message,
    });
    const signed = `${message.id}.${message.timestamp}.${message.body}`;
    expect(out.trim()).toBe(createHmac('sha256', key).update(signed).digest('base64'));
  });
});

const TYPED: Record<string, string> = {
  q: 'openai',
  query: 'openai',
  days: '7',
  kind: 'feed',
  name: 'My program',
};

describe('the curl of the page /developers', () => {
  let episode: ReturnType<typeof foundEpisode>;
  beforeAll(() => {
    episode = foundEpisode();
  });

  test.each(API_OPERATIONS.map((operation) => ({ operation, summary: operation.summary })))(
    'gets an answer to the curl command: $summary',
    async ({ operation }) => {
      const { id, published } = await episode;
      const alert = await savedAlert();
      const inPath = operation.path.includes('/channels/')
        ? (await created(FEED)).channelId
        : alert;
      const typed = Object.fromEntries(
        operation.fields
          .filter(({ isRequired, name }) => isRequired || name === 'query')
          .map(({ name, part }) => {
            const known = name === 'id' ? (part === 'path' ? inPath : id) : TYPED[name];
            return [name, name === 'published' ? published : (known ?? '')];
          }),
      );
      const script = `${curlText(apiCall(operation, typed), siteUrl())} -s -w '\\n%{http_code}'`;
      const { out } = await shell(script, { EARSHOT_KEY: key });
      expect(out.split('\n').at(-1), out).toMatch(/^20[01]$/);
    },
  );
});

describe('the snippet at the top of /developers', () => {
  const snippet = (name: Snippet['name']) =>
    snippetsFor(siteUrl()).find((each) => each.name === name)?.text ?? '';

  test('finds episodes with curl', async () => {
    const { code, out, err } = await shell(`${snippet('curl')} -s`, { EARSHOT_KEY: key });
    expect(code, err).toBe(0);
    expect(foundSchema.parse(JSON.parse(out)).episodes.length).toBeGreaterThan(0);
  });

  test('finds episodes in JavaScript', async () => {
    const program = snippet('JavaScript');
    const ended = await run(process.execPath, ['--input-type=module', '-e', program], {
      EARSHOT_KEY: key,
    });
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(ended.out).toMatch(/^.+ · .+$/m);
  });

  test('connects an assistant with MCP', () => listsTools(snippet('MCP')));
});

const foundSchema = z.object({
  episodes: z.array(z.object({ id: z.string(), published: z.string() })).min(1),
});
const savedSchema = z.object({ alert: z.object({ id: z.string() }) });

const withOwnKey = () => ({
  authorization: `Bearer ${ownKey}`,
  'content-type': 'application/json',
});

async function foundEpisode() {
  const found = await fetch(`${siteUrl()}/api/v1/search?q=openai`, { headers: withOwnKey() });
  const [first] = foundSchema.parse(await found.json()).episodes;
  if (first === undefined) throw new Error('No episode was found');
  return first;
}

/** Creates an alert for the examples, one of which deletes it. */
async function savedAlert(): Promise<string> {
  const saved = await fetch(`${siteUrl()}/api/v1/alerts`, {
    method: 'POST',
    headers: withOwnKey(),
    body: JSON.stringify({ query: 'openai' }),
  });
  return savedSchema.parse(await saved.json()).alert.id;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function untilListening(port: number): Promise<void> {
  await expect
    .poll(() => fetch(`http://127.0.0.1:${port}/`).then(({ status }) => status), {
      timeout: 20_000,
      interval: 100,
    })
    .toBe(401);
}
