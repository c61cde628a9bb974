import { validate } from '@readme/openapi-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Timestamp } from 'firebase/firestore/lite';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { call, signUpVerified } from '../support/account.ts';
import { callApi, makeKey } from '../support/api.ts';
import { siteUrl } from '../support/stack.ts';
import { useDocuments } from '../support/use-documents.ts';

const documents = useDocuments();

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

interface Found {
  id: string;
  published: string;
  said: { at_seconds: number | null; text: string }[];
}

interface Saved {
  alert: { id: string; query: string; means: string; created: string };
  is_new: boolean;
}

test('searches, finds the second of a quotation, and reads the transcript around it', async () => {
  const { key } = await makeKey(await signUpVerified(), ['read']);
  const { status, headers, body } = await callApi(key, 'GET', '/search?q=spoken:barometer&limit=3');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('ratelimit-limit')).toBe('30');
  expect(headers.get('ratelimit-remaining')).toBe('29');
  expect(headers.get('access-control-allow-origin')).toBe('*');
  const [episode] = body['episodes'] as Found[];
  const { id, published } = episode!;
  const place = `/episodes?id=${id}&published=${encodeURIComponent(published)}`;
  const asked = await callApi(key, 'GET', `${place}&q=barometer`);
  const { said } = asked.body['episode'] as Found;
  expect(said.length).toBeGreaterThanOrEqual(episode!.said.length);
  expect(said[0]!.text.toLowerCase()).toContain('barometer');
  const around = await callApi(key, 'GET', `${place}&around=${said[0]!.at_seconds}`);
  expect(JSON.stringify(around.body['transcript']).toLowerCase()).toContain('barometer');
  const other = await callApi(key, 'GET', place.replace(id, 'f'.repeat(32)));
  expect(other.status).toBe(404);
});

test('saves an alert once, and changes, matches and deletes it as the site stores it', async () => {
  const ada = await signUpVerified();
  const { key } = await makeKey(ada);
  const first = await callApi(key, 'POST', '/alerts', { query: 'openai -sponsor', mail: false });
  const { alert } = first.body as unknown as Saved;
  expect([first.status, alert.means]).toEqual([
    201,
    'episodes that mention openai, but not sponsor',
  ]);
  const path = `users/${ada.uid}/alerts/${alert.id}`;
  expect(await documents.read(path)).toMatchObject({
    keyword: 'openai -sponsor',
    language: 1,
    mail: false,
  });
  const again = await callApi(key, 'POST', '/alerts', { query: ' OpenAI  -sponsor' });
  expect(again.status).toBe(200);
  expect(again.body).toEqual({ alert, is_new: false });
  const { body: matches } = await callApi(key, 'GET', `/alerts/${alert.id}/matches?days=30`);
  const [match] = matches['items'] as { id: string; date_published: string }[];
  const { id, date_published: published } = match!;
  const found = await callApi(key, 'GET', `/episodes?id=${id}&published=${published}`);
  expect(found.status).toBe(200);
  const change = { query: 'openai', paused: true, mail: true };
  expect((await callApi(key, 'PATCH', `/alerts/${alert.id}`, change)).body).toMatchObject({
    alert: { query: 'openai', paused: true, mail: true },
  });
  const stored = await documents.read(path);
  expect(Object.keys(stored!).sort()).toEqual([
    'changedAt',
    'createdAt',
    'keyword',
    'mailOnAt',
    'paused',
    'pausedAt',
  ]);
  await callApi(key, 'POST', '/alerts', { query: 'anthropic' });
  const twice = await callApi(key, 'PATCH', `/alerts/${alert.id}`, { query: 'Anthropic' });
  expect(twice.status).toBe(409);
  const [anthropic] = (await callApi(key, 'GET', '/alerts')).body['alerts'] as Saved['alert'][];
  const identity = `${anthropic!.id}-${Date.parse(anthropic!.created).toString(36)}`;
  await documents.seed({
    [`users/${ada.uid}/matches/one`]: {
      alert: identity,
      waiting: ['mail'],
      waits: { mail: 2 },
      foundAt: Timestamp.fromMillis(1_795_000_000_000),
    },
  });
  expect((await callApi(key, 'GET', '/alerts')).body).toMatchObject({
    alerts: [{ query: 'anthropic', pending: 2 }, { pending: 0 }],
    room: 198,
  });
  for (let time = 0; time < 2; time += 1) {
    expect((await callApi(key, 'DELETE', `/alerts/${alert.id}`)).status).toBe(200);
  }
  expect((await callApi(key, 'GET', `/alerts/${alert.id}`)).status).toBe(404);
});

test('pages through the matches of all alerts or of one, the newest first', async () => {
  const ada = await signUpVerified();
  const { key } = await makeKey(ada, ['read']);
  const createdAt = Timestamp.fromMillis(1_790_000_000_000);
  const alert = `007-${createdAt.toMillis().toString(36)}`;
  const found = (number: number, of: string, seconds: number) => ({
    [`users/${ada.uid}/matches/${String(number).padStart(20, '0')}`]: {
      alert: of,
      query: { keyword: 'openai' },
      foundAt: new Timestamp(1_795_000_000 + seconds, 5000),
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
  await documents.seed({
    [`users/${ada.uid}/alerts/007`]: { keyword: 'openai', createdAt },
    ...found(1, alert, 0),
    ...found(2, '008-1', 60),
    ...found(3, alert, 60),
    ...found(4, alert, 120),
  });
  const listed = async (query: string) => {
    const { status, body } = await callApi(key, 'GET', `/matches?${query}`);
    expect(status).toBe(200);
    const items = body['items'] as { title: string }[];
    return { titles: items.map(({ title }) => title), next: body['next'] as string | null };
  };
  const first = await listed('limit=2');
  expect(first.titles).toEqual(['Episode 4', 'Episode 3']);
  expect(await listed(`limit=2&cursor=${first.next}`)).toEqual({
    titles: ['Episode 2', 'Episode 1'],
    next: null,
  });
  const since = encodeURIComponent(new Date((1_795_000_000 + 60) * 1000).toISOString());
  const one = await listed(`limit=1&alert=007&since=${since}`);
  expect(one.titles).toEqual(['Episode 4']);
  expect(await listed(`limit=1&alert=007&since=${since}&cursor=${one.next}`)).toEqual({
    titles: ['Episode 3'],
    next: null,
  });
});

test.each([
  ['GET', '/search', undefined],
  ['GET', '/search?q=a&q=b&limit=0', undefined],
  ['GET', '/search?q=a&days=x', undefined],
  ['GET', '/search?q=a&sort=newest&sort=newest', undefined],
  ['GET', '/search?q=a&other=1', undefined],
  ['GET', `/search?q=${'a+'.repeat(21)}`, undefined],
  ['GET', '/episodes?id=1&published=2026', undefined],
  ['GET', '/matches?cursor=1', undefined],
  ['GET', '/alerts/200', undefined],
  ['POST', '/alerts', { query: '-sponsor' }],
  ['POST', '/alerts', { query: 'a'.repeat(201) }],
  ['POST', '/alerts', { query: 'word '.repeat(21) }],
  ['POST', '/alerts', { query: ' ' }],
  ['POST', '/alerts', { query: 'a', excluded: {} }],
  ['POST', '/alerts?query=a', {}],
  ['POST', '/alerts', ['a']],
  ['PATCH', '/alerts/000', { id: '001', query: 'a' }],
])('refuses %s %s %j', async (method, path, body) => {
  const { key } = await makeKey(await signUpVerified());
  const { status } = await callApi(key, method, path, body);
  expect([400, 404]).toContain(status);
});

test('limits a key to its scopes and its owner, and refuses calls without one', async () => {
  const [ada, grace] = await Promise.all([signUpVerified(), signUpVerified()]);
  const [reading, whole] = [await makeKey(ada, ['read']), await makeKey(grace)];
  const { body } = await callApi(whole.key, 'POST', '/alerts', { query: 'openai' });
  const { id } = (body as unknown as Saved).alert;
  for (const path of ['/alerts', `/alerts/${id}`]) {
    expect((await callApi(reading.key, 'GET', path)).status).toBe(403);
  }
  expect((await callApi(reading.key, 'GET', `/alerts/${id}/matches`)).status).toBe(404);
  expect((await callApi(reading.key, 'DELETE', `/alerts/${id}`)).status).toBe(403);
  const { key } = reading;
  const last = key.endsWith('0') ? '1' : '0';
  for (const wrong of [null, '', 'x', key.slice(0, -1) + last, ada.idToken]) {
    const refused = await callApi(wrong, 'GET', '/search?q=openai');
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="Earshot API"',
    ]);
  }
  expect((await callApi(null, 'GET', `/search?q=openai&key=${key}`)).status).toBe(401);
});

test('allows two keys at a time and ends them when they are revoked or the account is deleted', async () => {
  const ada = await signUpVerified();
  const [one, two] = [await makeKey(ada, ['read', 'read']), await makeKey(ada)];
  const third = await call('keys', ada, { action: 'create', name: 'C', scopes: ['read'] });
  expect(third.result).toMatchObject({ kind: 'refused' });
  const own = `users/${ada.uid}/apiKeys`;
  expect(await documents.read(`${own}/${one.keyId}`)).toMatchObject({
    name: 'Test',
    scopes: ['read'],
    start: one.key.slice(0, 7),
  });
  expect(JSON.stringify(await documents.read(`apiKeys/${hashOf(one.key)}`))).not.toContain(one.key);
  const grace = await signUpVerified();
  await call('keys', grace, { action: 'revoke', keyId: one.keyId });
  expect(await documents.read(`apiKeys/${hashOf(one.key)}`)).not.toBeNull();
  for (let time = 0; time < 2; time += 1) {
    const revoked = await call('keys', ada, { action: 'revoke', keyId: one.keyId });
    expect(revoked.result).toEqual({});
  }
  expect((await callApi(one.key, 'GET', '/search?q=openai')).status).toBe(401);
  const { result: exported } = await call('exportAccount', ada, null);
  expect(exported).toMatchObject({ apiKeys: [{ id: two.keyId, name: 'Test' }] });
  await call('deleteAccount', ada, { confirm: ada.email });
  expect(await documents.read(`apiKeys/${hashOf(two.key)}`)).toBeNull();
  expect(await documents.below(`users/${ada.uid}`)).toEqual([]);
  expect((await callApi(two.key, 'GET', '/search?q=openai')).status).toBe(401);
  expect((await call('keys', ada, { action: 'create', name: 'D', scopes: ['read'] })).status).toBe(
    401,
  );
  expect((await call('keys', null, { action: 'revoke', keyId: two.keyId })).status).toBe(401);
});

test('refuses more searches than a minute allows and returns the wait', async () => {
  const { key } = await makeKey(await signUpVerified());
  const answers = [];
  // Sequential: the emulator starts a process for each concurrent call.
  while (answers.length < 70 && answers.at(-1)?.status !== 429) {
    answers.push(await callApi(key, 'GET', '/query?q=openai'));
  }
  const refused = answers.at(-1)!;
  expect(answers.length).toBeGreaterThan(30);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('ratelimit-remaining')).toBe('0');
});

test('allows pages of any site to call with a key', async () => {
  const answer = await fetch(`${siteUrl()}/api/v1/alerts`, {
    method: 'OPTIONS',
    headers: { origin: 'https://other.example', 'access-control-request-method': 'PATCH' },
  });
  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
});

test('serves an OpenAPI document that two validators accept', async () => {
  const answer = await fetch(`${siteUrl()}/api/v1/openapi.json`);
  const written = await answer.text();
  const read = () => JSON.parse(written) as Record<string, unknown>;
  expect(await validate(read() as Parameters<typeof validate>[0])).toMatchObject({
    valid: true,
    warnings: [],
  });
  const validator = new Validator();
  expect(await validator.validate(read())).toMatchObject({ valid: true });
  expect(validator.version).toBe('3.1');
});
