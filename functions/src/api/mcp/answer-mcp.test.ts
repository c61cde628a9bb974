import { describe, expect, test } from 'vitest';
import { type Alert, type Channel, type Episode, type KeyScope } from '../../contract/index.ts';
import { sampleEpisode } from '../../contract/fixtures/sample-episode.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Caller } from '../operations/operation.ts';
import { answerMcp } from './answer-mcp.ts';

const NOW_MS = Date.parse('2026-11-23T12:00:00Z');
const ALERT: Alert = { id: '007', keyword: 'openai', createdAtMs: 1 };
const CHANNEL: Channel = {
  id: 'c'.repeat(20),
  kind: 'slack',
  name: 'Team',
  host: 'hooks.slack.com',
  alerts: 'all',
  state: 'failing',
  createdAtMs: NOW_MS,
  failure: 'The receiver answered 404.',
};

const EPISODE = sampleEpisode({
  title: 'Ledgers, slowly',
  link: 'https://podcast.example/1',
  podcast: 'Small Bets',
  image: '',
  audio: 'https://podcast.example/1.mp3',
  description: `${'Words around it. '.repeat(20)}>>>OpenAI<<< ${'and after it. '.repeat(15)}`,
  pub_date_ms: NOW_MS - 3_600_000,
  spoken: [{ text: 'and then >>>OpenAI<<< called', atMs: 754_321, speaker: 'Ann' }],
  spokenTotal: 1,
});

function world(scopes: readonly KeyScope[] = ['read', 'alerts'], kind: Caller['kind'] = 'key') {
  const charged: number[] = [];
  const saved: string[] = [];
  const searched: unknown[] = [];
  const caller: Caller = {
    kind,
    scopes,
    chargeReads: () => Promise.resolve(),
    charge: (keywords) => {
      charged.push(keywords.length);
      return Promise.resolve();
    },
    search: ({ keywords }) => {
      searched.push(keywords);
      return Promise.resolve({ episodes: Array<Episode>(30).fill(EPISODE), total: 30 });
    },
    episode: () => Promise.resolve(EPISODE),
    speech: () => Promise.resolve(null),
    alerts: {
      matches: () => Promise.resolve({ matches: [], next: null }),
      list: () => Promise.resolve([ALERT]),
      pending: () => Promise.resolve([]),
      lastMatches: () => Promise.resolve({}),
      get: () => Promise.resolve(ALERT),
      create: (query) => {
        saved.push(query);
        return Promise.resolve({ kind: 'created', alert: { ...ALERT, keyword: query } });
      },
      change: () => Promise.resolve(ALERT),
      remove: () => Promise.resolve(),
    },
    channels: {
      list: () => Promise.resolve([CHANNEL]),
      get: () => Promise.resolve(CHANNEL),
      create: () => Promise.reject(new Error('no tool makes channels')),
      change: () => Promise.reject(new Error('no tool changes channels')),
      test: () => Promise.reject(new Error('no tool tests channels')),
      remove: () => Promise.reject(new Error('no tool deletes channels')),
    },
    siteUrl: 'https://earshot.example',
    nowMs: NOW_MS,
  };
  async function post(
    message: unknown,
    headers: Record<string, string | undefined> = {},
    method = 'POST',
  ) {
    const sent = { 'content-type': 'application/json', accept: 'application/json', ...headers };
    const answer = await answerMcp(
      {
        method,
        url: 'https://earshot.example/mcp',
        headers: sent,
        body: new TextEncoder().encode(JSON.stringify(message)),
        gone: new AbortController().signal,
      },
      caller,
    );
    const body = await answer.text();
    return { status: answer.status, type: answer.headers.get('content-type'), body };
  }
  async function call(name: string, given: unknown) {
    const params = { name, arguments: given };
    const { body } = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const { result } = JSON.parse(body) as {
      result?: { content: [{ text: string }]; isError?: boolean };
    };
    return {
      text: result?.content[0].text ?? body,
      isError: result?.isError ?? result === undefined,
    };
  }
  return { post, call, charged, saved, searched };
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', undefined];

const PUBLIC = ['search_episodes', 'get_trend', 'get_episode', 'explain_query'];
const FOR_APPS = [...PUBLIC, 'list_alerts', 'create_alert', 'recent_matches', 'list_matches'];

const toolCall = (name: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: {} },
});

async function listed({ post }: Pick<ReturnType<typeof world>, 'post'>) {
  const { result } = JSON.parse((await post(LIST)).body) as {
    result: { tools: { name: string; _meta: { securitySchemes: { type: string }[] } }[] };
  };
  return result.tools;
}

test('a visitor uses the public tools, sees which others need a sign-in, and is refused there', async () => {
  const visitor = world([], 'visitor');
  const tools = await listed(visitor);
  expect(tools.map(({ name }) => name)).toEqual(FOR_APPS);
  const open = tools.filter(({ _meta }) =>
    _meta.securitySchemes.some(({ type }) => type === 'noauth'),
  );
  expect(open.map(({ name }) => name)).toEqual(PUBLIC);
  expect((await visitor.call('search_episodes', { q: 'openai' })).isError).toBe(false);
  expect(visitor.charged).toEqual([1]);
  for (const name of FOR_APPS.filter((each) => !PUBLIC.includes(each))) {
    // Not as an answer of the tool: assistants offer to sign in only if the request fails.
    await expect(visitor.post(toolCall(name)), name).rejects.toMatchObject({ code: 'key-invalid' });
  }
  expect(visitor.saved).toEqual([]);
  expect(await visitor.call('list_channels', {})).toMatchObject({ isError: true });
});

test('an app that may only read is refused where signing in again would help', async () => {
  const app = world(['read'], 'app');
  expect((await listed(app)).map(({ name }) => name)).toEqual([
    ...PUBLIC,
    'recent_matches',
    'list_matches',
  ]);
  await expect(app.post(toolCall('create_alert'))).rejects.toMatchObject({ code: 'scope-missing' });
  expect(app.saved).toEqual([]);
  expect(await app.call('list_channels', {})).toMatchObject({ isError: true });
});

test('an app that may only change alerts searches like a visitor', async () => {
  const { call } = world(['alerts'], 'app');
  expect((await call('search_episodes', { q: 'openai' })).isError).toBe(false);
});

test('a key without the scope to read has no public tool either', async () => {
  const { call } = world(['alerts']);
  expect((await call('search_episodes', { q: 'openai' })).isError).toBe(true);
});

describe.each(REVISIONS)('revision %s', (revision) => {
  test.each([
    'application/json',
    '*/*',
    'application/*',
    undefined,
    'application/json;q=0.9, */*;q=0.1',
    'application/json, text/event-stream',
    'text/event-stream, application/json',
  ])('answers in JSON if Accept is %s', async (accept) => {
    const headers = { accept, ...(revision !== undefined && { 'mcp-protocol-version': revision }) };
    const { status, type, body } = await world().post(LIST, headers);
    expect([status, type]).toEqual([200, 'application/json']);
    expect(JSON.parse(body)).toMatchObject({ id: 1, result: { tools: { length: 8 } } });
  });
});

test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28', '2027-01-01'])(
  'answers a client that initializes with revision %s',
  async (protocolVersion) => {
    const clientInfo = { name: 'f', version: '0' };
    const params = { protocolVersion, capabilities: {}, clientInfo };
    const { status, body } = await world().post({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params,
    });
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ result: { serverInfo: { name: 'earshot' } } });
  },
);

describe('other messages', () => {
  test('answers a ping and accepts a notification', async () => {
    const { post } = world();
    const { status, body } = await post({ jsonrpc: '2.0', id: 7, method: 'ping' });
    expect([status, JSON.parse(body)]).toEqual([200, { jsonrpc: '2.0', id: 7, result: {} }]);
    const told = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([told.status, told.body]).toEqual([202, '']);
  });

  test.each([
    ['GET', {}, 405],
    ['GET', { accept: 'text/event-stream' }, 405],
    ['DELETE', {}, 405],
    ['POST', { 'content-type': 'text/plain' }, 415],
    ['POST', { 'content-type': undefined }, 415],
    ['POST', { 'mcp-protocol-version': '1999' }, 400],
  ])('refuses %s with %j in JSON', async (method, headers, refusal) => {
    const { status, type, body } = await world().post(LIST, headers, method);
    expect([status, type]).toEqual([refusal, 'application/json']);
    expect(JSON.parse(body)).toMatchObject({ error: { message: expect.any(String) as string } });
  });
});

test('refuses an assistant that accepts neither JSON nor everything', async () => {
  expect((await world().post(LIST, { accept: 'text/html' })).status).toBe(406);
  expect((await world().post(LIST, { accept: 'application/json;q=0' })).status).toBe(406);
});

test.each([
  ['search_episodes', { q: ['a'] }],
  ['search_episodes', {}],
  ['search_episodes', { q: ['a'], limit: 'many' }],
  ['search_episodes', 7],
  ['create_alert', { query: 'a, b' }],
  ['recent_matches', { id: 'x' }],
  ['no_such_tool', {}],
])('charges a call of %s with %j', async (name, given) => {
  const { call, charged } = world();
  await call(name, given);
  expect(charged).toHaveLength(1);
});

describe('fields that clients add or send empty', () => {
  const searching = (given: unknown, more: object = {}) => ({
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params: { name: 'search_episodes', arguments: given, ...more },
  });
  const initialize = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'f', version: '0' },
  };

  test.each([
    [{ params: null }],
    [{ params: {} }],
    [{ params: [] }],
    [{ params: { cursor: null } }],
    [{ params: { cursor: null, _meta: null } }],
    [{ params: { _meta: { progressToken: null } } }],
    [{ params: { _meta: [] } }],
  ])('lists the tools for %j', async (more) => {
    const { status, body } = await world().post({ ...LIST, ...more });
    expect([status, JSON.parse(body)]).toMatchObject([200, { result: { tools: { length: 8 } } }]);
  });

  test.each([
    [{ params: { ...initialize, clientInfo: { name: 'f', version: '0', title: null } } }],
    [{ params: { ...initialize, capabilities: { roots: null, sampling: null } } }],
    [{ params: { ...initialize, capabilities: [] } }],
    [{ params: { ...initialize, _meta: null } }],
  ])('initializes for %j', async (more) => {
    const { body } = await world().post({ jsonrpc: '2.0', id: 1, method: 'initialize', ...more });
    expect(JSON.parse(body)).toMatchObject({ result: { serverInfo: { name: 'earshot' } } });
  });

  test('answers a ping and accepts a notification with params null', async () => {
    const { post } = world();
    const ping = await post({ jsonrpc: '2.0', id: 7, method: 'ping', params: null });
    expect(JSON.parse(ping.body)).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
    const noted = await post({ jsonrpc: '2.0', method: 'notifications/initialized', params: null });
    expect(noted.status).toBe(202);
  });

  test('answers no message whose id is null', async () => {
    expect((await world().post({ ...LIST, id: null })).status).toBe(400);
  });

  test.each([null, undefined, {}, []])('lists alerts with the arguments %j', async (given) => {
    expect(await world().call('list_alerts', given)).toMatchObject({ isError: false });
  });

  test.each([
    { toolCallId: 'call_0BCI' },
    { sessionId: 's', action: 'sendMessage', chatInput: 'openai' },
    { _meta: { progressToken: 1 }, tool: 'search_episodes', id: 'x', toolCallId: { nested: [1] } },
    { random_string: '', k: 1, uid: 'somebody' },
  ])('searches despite the fields %j', async (added) => {
    const { post, searched } = world();
    const { body } = await post(
      searching({ q: ['openai'], ...added }, { _meta: null, task: null }),
    );
    expect(JSON.parse(body)).not.toMatchObject({ result: { isError: true } });
    expect(searched).toEqual([['openai']]);
  });

  test.each([
    ['limt', 'limit'],
    ['limits', 'limit'],
    ['Limit', 'limit'],
    ['dasy', 'days'],
    ['day', 'days'],
    ['strenght', 'strength'],
    ['offest', 'offset'],
    ['spoke', 'spoken'],
  ])('refuses %s and names %s', async (name, meant) => {
    const { call, charged, searched } = world();
    const { text, isError } = await call('search_episodes', { q: ['openai'], [name]: 3 });
    expect([isError, text]).toEqual([true, expect.stringContaining(name) as string]);
    expect(text).toContain(meant);
    expect([charged.length, searched]).toEqual([1, []]);
  });
});

test('charges a body that is no message', async () => {
  const { post, charged } = world();
  await expect(post([LIST, LIST])).rejects.toThrow(AppError);
  expect(charged).toEqual([0]);
});

test('accepts a text instead of a list of queries', async () => {
  const { call, searched, charged } = world();
  expect(await call('search_episodes', { q: 'open source' })).toMatchObject({ isError: false });
  expect(searched).toEqual([['open source']]);
  expect(await call('explain_query', { q: 'openai -ads' })).toMatchObject({ isError: false });
  expect(charged[0]).toBe(1);
});

test('lists the tools of the key’s scopes and explains why it refuses another', async () => {
  const { post, call } = world(['read']);
  const { body } = await post(LIST);
  const { result } = JSON.parse(body) as { result: { tools: { name: string }[] } };
  expect(result.tools.map(({ name }) => name)).toEqual([
    'search_episodes',
    'get_trend',
    'get_episode',
    'explain_query',
    'recent_matches',
    'list_matches',
  ]);
  expect(await call('create_alert', { query: 'a' })).toEqual({
    text: 'scope-missing: this key has no scope alerts',
    isError: true,
  });
});

test('lists channels with their failures and offers no tool that changes them', async () => {
  const { post, call } = world(['channels']);
  const { body } = await post(LIST);
  const { result } = JSON.parse(body) as { result: { tools: { name: string }[] } };
  expect(result.tools.map(({ name }) => name)).toEqual(['list_channels']);
  const { text, isError } = await call('list_channels', {});
  expect([isError, JSON.parse(text)]).toMatchObject([
    false,
    { room: 19, channels: [{ host: 'hooks.slack.com', failure: CHANNEL.failure }] },
  ]);
});

test('refuses an alert with a comma and lists the alerts to save instead', async () => {
  const { call, saved } = world();
  const { text, isError } = await call('create_alert', { query: 'openai, anthropic -ads' });
  expect([isError, saved]).toEqual([true, []]);
  expect(text).toContain('Save one alert for each: “openai -ads”, “anthropic -ads”');
  expect(await call('create_alert', { query: ' openai, ' })).toMatchObject({ isError: false });
  expect(saved).toEqual(['openai']);
});

test('returns thirty days of matches without repeating their texts', async () => {
  const { text, isError } = await world().call('recent_matches', { id: '007', days: 30 });
  expect(isError).toBe(false);
  const { items } = JSON.parse(text) as { items: unknown[] };
  expect(items[0]).toMatchObject({
    title: EPISODE.title,
    show: 'Small Bets',
    said: [{ at_seconds: 754 }],
  });
  expect(text.split('Words around it.').length).toBeLessThan(items.length * 21);
  expect(text.length).toBeLessThan(30_000);
});
