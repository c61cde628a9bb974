import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import { Timestamp } from 'firebase/firestore/lite';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { alertItem } from '../../functions/src/delivery/channels/alert-item.ts';
import { sendToChannel } from '../../functions/src/delivery/channels/send-to-channel.ts';
import { signUpVerified } from '../support/account.ts';
import { makeKey } from '../support/api.ts';
import { openReceiver } from '../support/receiver.ts';
import { siteUrl } from '../support/stack.ts';
import { useDocuments } from '../support/use-documents.ts';

const documents = useDocuments();
const require = createRequire(import.meta.url);

const GUIDE = readFileSync(new URL('../../docs/programs.md', import.meta.url), 'utf8');
const SECRET = `whsec_${Buffer.from('a secret of this test alone!').toString('base64')}`;
const OTHER_SECRET = `whsec_${Buffer.from('a secret of somebody else').toString('base64')}`;

/** Returns the code blocks of a section of the guide. */
function recipes(section: string, language: string): string[] {
  const [, text = ''] = GUIDE.split(`\n## ${section}\n`);
  const [own = ''] = text.split('\n## ');
  return [...own.matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .filter(([, named]) => named === language)
    .map(([, , code = '']) => code);
}

const recipe = (section: string, language: string) => recipes(section, language)[0] ?? '';

interface Message {
  headers: IncomingHttpHeaders;
  body: string;
}

const ITEMS = ['Ledgers — “über” 🎧', 'Barometers'].map((title, at) =>
  alertItem({
    id: `${at}`.repeat(32),
    title,
    link: `https://show.example/${at}`,
    podcast: 'Small Bets',
    pubDateMs: 1_795_000_000_000,
    excerpt: 'We ask >>>OpenAI<<< about it.',
    alerts: [{ id: '007', query: 'OpenAI' }],
  }),
);

/** Sends a message with the product's code and returns what a receiver gets. */
async function received(
  kind: 'webhook' | 'slack',
  path = '',
  secrets: string[] = [SECRET],
): Promise<Message & { path: string }> {
  const receiver = await openReceiver();
  const target = { id: 'c', uid: 'ada', kind, name: 'Hook', url: receiver.url + path, secrets };
  const outcome = await sendToChannel(
    target,
    { id: 'message', atMs: Date.now(), items: ITEMS },
    { siteName: 'Earshot', siteUrl: siteUrl(), allowLoopback: true },
  );
  expect(outcome).toMatchObject({ kind: 'accepted' });
  const [message] = receiver.got;
  if (message === undefined) throw new Error('Nothing arrived');
  return message;
}

type Runner = (message: Message) => Promise<unknown>;

/** n8n gives a Code node headers, a binary body and `require`. */
const inN8n: Runner = async ({ headers, body }) => {
  const code = recipe('n8n', 'js').replace('whsec_…', SECRET);
  const node = runInThisContext(`(async function (require, $input) {${code}})`) as (
    this: unknown,
    ...given: unknown[]
  ) => Promise<unknown>;
  const helpers = {
    getBinaryDataBuffer: (item: number, property: string) => {
      expect([item, property]).toEqual([0, 'data']);
      return Promise.resolve(Buffer.from(body));
    },
  };
  return node.call({ helpers }, require, { first: () => ({ json: { headers } }) });
};

/** Zapier gives code texts in `inputData` and takes `output`. */
const inZapier: Runner = async ({ headers, body }) => {
  const code = recipe('Zapier', 'js').replace('whsec_…', SECRET);
  const step = runInThisContext(
    `(async function (require, inputData) { let output; ${code}; return output; })`,
  ) as (...given: unknown[]) => Promise<unknown>;
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`]),
  );
  return step(require, { body, id, time, signatures });
};

/** Computes what Make's functions give, as its help describes them. Returns the items if the filter passes. */
const inMake: Runner = ({ headers, body }) => {
  const known: Record<string, string> = { '1.value': body };
  for (const [at, block] of recipes('Make', 'text').entries()) {
    const module = at + 2;
    for (const line of block.trim().split('\n')) {
      const [, name = '', template = ''] = /^(\w+) = (.*)$/.exec(line) ?? [];
      known[`${module}.${name}`] = template.replaceAll(/\{\{(.*?)\}\}/g, (_, formula: string) =>
        makeValue(formula, headers, known),
      );
    }
  }
  const isNow = Number(known['2.time']) > Date.now() / 1000 - 300;
  if (!known['2.signatures']?.includes(known['4.wanted'] ?? '\0') || !isNow) {
    return Promise.reject(new Error('The filter stops the message.'));
  }
  return Promise.resolve((JSON.parse(body) as { data: { items: unknown } }).data.items);
};

const MAKE_HEADER = /^get\(map\(1\.__IMTHEADERS__; "value"; "name"; "([\w-]+)"\); 1\)$/;
const MAKE_HASH = /^sha256\(([\w.]+); "base64"; "KEY"; "base64"\)$/;

function makeValue(
  formula: string,
  headers: IncomingHttpHeaders,
  known: Record<string, string>,
): string {
  const [, header] = MAKE_HEADER.exec(formula) ?? [];
  if (header !== undefined) return String(headers[header]);
  const [, text] = MAKE_HASH.exec(formula) ?? [];
  if (text !== undefined) {
    const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64');
    return createHmac('sha256', key)
      .update(known[text] ?? '')
      .digest('base64');
  }
  const value = known[formula];
  if (value === undefined) throw new Error(`Unknown formula ${formula}`);
  return value;
}

describe.each([
  ['n8n', inN8n],
  ['Zapier', inZapier],
  ['Make', inMake],
])('the receiver in %s', (name, run) => {
  test('gives every match of a genuine message', async () => {
    const message = await received('webhook');
    const items = await run(message);
    const plain = name === 'n8n' ? (items as { json: unknown }[]).map(({ json }) => json) : items;
    expect(plain).toMatchObject(ITEMS.map(({ id, title, url }) => ({ id, title, url })));
    expect(items).toHaveLength(2);
  });

  test('accepts a message that is signed with the new and the old secret', async () => {
    const message = await received('webhook', '', [OTHER_SECRET, SECRET]);
    expect(await run(message)).toHaveLength(2);
  });

  test.each([
    ['of another secret', (message: Message) => message, [OTHER_SECRET]],
    [
      'whose body was changed',
      ({ headers, body }: Message) => ({ headers, body: body.replace('Ledgers', 'Other') }),
      [SECRET],
    ],
    [
      'that is sent again as new',
      ({ headers, body }: Message) => {
        const later = String(Number(headers['webhook-timestamp']) + 1);
        return { headers: { ...headers, 'webhook-timestamp': later }, body };
      },
      [SECRET],
    ],
    [
      'without a signature',
      ({ headers, body }: Message) => ({ headers: { ...headers, 'webhook-signature': '' }, body }),
      [SECRET],
    ],
    [
      'that is old',
      ({ headers, body }: Message) => {
        const time = String(Number(headers['webhook-timestamp']) - 301);
        const key = Buffer.from(SECRET.replace('whsec_', ''), 'base64');
        const signed = `${String(headers['webhook-id'])}.${time}.${body}`;
        const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
        const old = { 'webhook-timestamp': time, 'webhook-signature': signature };
        return { headers: { ...headers, ...old }, body };
      },
      [SECRET],
    ],
  ])('stops a message %s', async (_, change, secrets) => {
    const message = change(await received('webhook', '', secrets));
    await expect(run(message)).rejects.toThrow();
  });
});

const answerSchema = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      _earshot: z.object({ found: z.string(), alerts: z.array(z.object({ match: z.string() })) }),
    }),
  ),
  next: z.string().nullable(),
});

test('polls matches by the call of the guide, then only newer ones, page by page', async () => {
  const ada = await signUpVerified();
  const { key } = await makeKey(ada, ['read']);
  const createdAt = Timestamp.fromMillis(1_790_000_000_000);
  const match = (number: number) => ({
    [`users/${ada.uid}/matches/${String(number).padStart(20, '0')}`]: {
      alert: `007-${createdAt.toMillis().toString(36)}`,
      query: { keyword: 'openai' },
      foundAt: new Timestamp(1_795_000_000 + number, 0),
      episode: {
        id: String(number).padStart(32, '0'),
        title: `Episode ${number}`,
        podcast: 'Show',
        link: 'https://show.example/1',
        image: '',
        pubDateMs: 1_794_000_000_000,
        excerpt: 'About >>>OpenAI<<<.',
      },
    },
  });
  await documents.seed({ ...match(1), ...match(2) });

  const [line = '', header = ''] = recipe('Polling', 'http').trim().split('\n');
  const [, path = ''] = /^GET (\S+)$/.exec(line) ?? [];
  const [name = '', value = ''] = header.replace('es_…', key).split(': ');
  const poll = async (more = '', from = path) => {
    const answered = await fetch(siteUrl() + from + more, { headers: { [name]: value } });
    expect(answered.status).toBe(200);
    return answerSchema.parse(await answered.json());
  };
  const ids = ({ items }: z.infer<typeof answerSchema>) =>
    items.map(({ _earshot }) => Number(_earshot.alerts[0]?.match));

  const first = await poll();
  expect(ids(first)).toEqual([2, 1]);
  await documents.seed({ ...match(3), ...match(4) });
  const since = `&since=${encodeURIComponent(first.items[0]!._earshot.found)}`;
  expect(ids(await poll(since))).toEqual([4, 3, 2]);
  const small = path.replace('limit=100', 'limit=2');
  const page = await poll(since, small);
  expect(ids(page)).toEqual([4, 3]);
  expect(ids(await poll(`${since}&cursor=${page.next}`, small))).toEqual([2]);
});

test('sends Apprise a text that its rule makes the body', async () => {
  const [, path = ''] = /^POST (\S+)/.exec(recipe('Apprise', 'http')) ?? [];
  const { search } = new URL(path, 'https://apprise.example');
  const message = await received('slack', search);
  expect(message.path).toBe(`/hook${search}`);
  expect(message.headers['content-type']).toMatch(/^application\/json/);
  // Apprise API renames fields by parameters that begin with a colon.
  const payload = JSON.parse(message.body) as Record<string, unknown>;
  for (const [parameter, field] of new URLSearchParams(search)) {
    if (parameter.startsWith(':')) payload[field] = payload[parameter.slice(1)];
  }
  expect(payload['body']).toMatch(/Ledgers[^]*Barometers/);
});
