import { expect, test } from 'vitest';
import { wholeItem } from '../../functions/src/delivery/channels/fixtures/whole-item.ts';
import {
  alertItemSchema,
  channelCreatedSchema,
  type ChannelsRequest,
} from '../../functions/src/contract/index.ts';
import { call, type Person, signUpVerified } from '../support/account.ts';
import { asNewClient } from '../support/client.ts';
import { siteUrl } from '../support/stack.ts';
import { useDocuments } from '../support/use-documents.ts';

const documents = useDocuments();

async function created(person: Person, request: ChannelsRequest) {
  const { status, result } = await call('channels', person, request);
  expect(status).toBe(200);
  const answer = channelCreatedSchema.parse(result);
  if (answer.kind === 'refused') throw new Error(answer.message);
  return answer;
}

const NEW_FEED: ChannelsRequest = { action: 'create', kind: 'feed', name: 'Work', alerts: ['007'] };

const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(siteUrl() + new URL(address).pathname, {
    method,
    redirect: 'manual',
    headers: { connection: 'close', ...asNewClient(), ...headers },
  });

test('serves a private feed through the site, answers 304, and keeps it out of indexes', async () => {
  const ada = await signUpVerified();
  const { channelId, feed } = await created(ada, NEW_FEED);
  const stored = (await documents.read(`feedItems/${channelId}`)) ?? {};
  await documents.seed({ [`feedItems/${channelId}`]: { ...stored, items: [wholeItem] } });

  const answer = await get(feed!.rss);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/rss+xml; charset=utf-8',
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'last-modified': expect.any(String) as string,
  });
  expect(await answer.text()).toContain('<title>Work – ');
  const etag = answer.headers.get('etag') ?? '';
  const again = await get(feed!.rss, { 'if-none-match': etag });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const since = { 'if-modified-since': answer.headers.get('last-modified') ?? '' };
  expect((await get(feed!.rss, since)).status).toBe(304);
  const head = await get(feed!.rss, {}, 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await get(feed!.rss, {}, 'POST')).status).toBe(405);

  const json = await get(feed!.json);
  expect(json.headers.get('content-type')).toBe('application/feed+json; charset=utf-8');
  expect(await json.json()).toMatchObject({ items: [{ id: wholeItem.id }] });

  // No stored document contains the token.
  const [token = ''] = /[\w-]{43}/.exec(feed!.rss) ?? [];
  const own = await documents.read(`users/${ada.uid}/channels/${channelId}`);
  const secrets = await documents.read(`channelSecrets/${channelId}`);
  expect(JSON.stringify([own, secrets, stored])).not.toContain(token);
});

test('answers 410 for a replaced or deleted address and 404 for any other', async () => {
  const ada = await signUpVerified();
  const { channelId, feed } = await created(ada, NEW_FEED);
  const { feed: second } = await created(ada, { action: 'replace', channelId });
  expect((await get(feed!.rss)).status).toBe(410);
  expect((await get(feed!.json)).status).toBe(410);
  // The second address has not been requested yet, so no instance has cached it as valid.
  await call('channels', ada, { action: 'delete', channelId });
  const gone = await get(second!.rss);
  expect([gone.status, gone.headers.get('cache-control')]).toEqual([410, 'no-store']);
  expect((await get(`https://any.example/feeds/${'a'.repeat(43)}.xml`)).status).toBe(404);
  expect((await get('https://any.example/feeds/nothing.json')).status).toBe(404);
});

test('fills a new feed with recent matches, with the ids of later deliveries', async () => {
  const ada = await signUpVerified();
  const now = new Date();
  const alert = (keyword: string, more: object = {}) => ({ keyword, createdAt: now, ...more });
  await documents.seed({
    [`users/${ada.uid}/alerts/007`]: alert('OpenAI'),
    [`users/${ada.uid}/alerts/008`]: alert('Anthropic'),
    [`users/${ada.uid}/alerts/009`]: alert('Anthropic', { paused: true }),
  });
  const itemsOf = async (request: Partial<ChannelsRequest>) => {
    const { channelId, feed } = await created(ada, { ...NEW_FEED, ...request } as ChannelsRequest);
    const { items } = (await (await get(feed!.json)).json()) as { items: unknown[] };
    // The site shows whether the feed has items.
    const channel = await documents.read(`users/${ada.uid}/channels/${channelId}`);
    expect(channel?.['deliveredAt'] !== undefined).toBe(items.length > 0);
    return items.map((item) => alertItemSchema.parse(item));
  };
  const one = await itemsOf({ alerts: ['007'] });
  expect(one.length).toBeGreaterThan(3);
  expect(new Set(one.flatMap(({ tags }) => tags))).toEqual(new Set(['OpenAI']));
  expect(one[0]!.content_html).toContain('<mark>');
  const all = await itemsOf({ alerts: 'all' });
  expect(new Set(all.flatMap(({ tags }) => tags))).toEqual(new Set(['OpenAI', 'Anthropic']));
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(await itemsOf({ alerts: ['009'] })).toEqual([]);
});
