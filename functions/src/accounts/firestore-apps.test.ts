import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MAX_APPS, MINUTE_MS } from '../contract/index.ts';
import { storedFirestore, type StoredFirestore } from '../platform/testing/stored-firestore.ts';
import {
  allowApp,
  connectApp,
  readAppToken,
  recordAppUse,
  renewApp,
  revokeApp,
  revokeAppToken,
} from './firestore-apps.ts';

const START = Date.UTC(2026, 10, 21, 12);
const VERIFIER = 'v'.repeat(43);
const APP = {
  clientId: 'https://claude.ai/client.json',
  name: 'Claude',
  host: 'claude.ai',
  redirectUri: 'https://claude.ai/back',
  challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  scopes: ['read', 'alerts'] as const,
};

let now = START;
let world: StoredFirestore;

beforeEach(() => {
  now = START;
  world = storedFirestore(() => now);
  world.addVerified('ada');
  world.addVerified('bob');
});

async function allowed(uid = 'ada') {
  const code = await allowApp(uid, APP, now);
  if (code === null) throw new Error('There is no room for an app.');
  return code;
}

const exchange = (code: string, given: Partial<Parameters<typeof connectApp>[0]> = {}) =>
  connectApp(
    {
      code,
      clientId: APP.clientId,
      redirectUri: APP.redirectUri,
      verifier: VERIFIER,
      ...given,
    },
    now,
  );

async function connected(uid = 'ada') {
  const tokens = await exchange(await allowed(uid));
  if (tokens === null) throw new Error('The code was refused.');
  return tokens;
}

const renew = (refresh: string, clientId = APP.clientId) => renewApp({ refresh, clientId }, now);
const owner = async (access: string) => (await readAppToken(access, now))?.uid ?? null;
const paths = (part: string) => Object.keys(world.stored()).filter((path) => path.includes(part));

test('stores no code and no token, and shows the app to its owner after the exchange', async () => {
  const code = await allowed();
  expect(paths('users/ada/apps')).toEqual([]);
  const tokens = (await exchange(code))!;
  const [path] = paths('users/ada/apps');
  expect(world.stored()[path!]).toMatchObject({
    name: 'Claude',
    host: 'claude.ai',
    scopes: ['read', 'alerts'],
    createdAt: now,
  });
  const stored = JSON.stringify(world.stored());
  for (const secret of [code, tokens.access, tokens.refresh]) expect(stored).not.toContain(secret);
  expect(await readAppToken(tokens.access, now)).toMatchObject({
    uid: 'ada',
    scopes: ['read', 'alerts'],
    app: { untilMs: now + HOUR_MS },
  });
});

test.each([
  ['of another app', { clientId: 'https://evil.example/client.json' }],
  ['for another address', { redirectUri: 'https://evil.example/' }],
  ['without the verifier', { verifier: '' }],
  ['with the challenge as verifier', { verifier: APP.challenge }],
])('refuses a code %s, and still takes it from its app', async (_what, given) => {
  const code = await allowed();
  expect(await exchange(code, given)).toBeNull();
  expect(await exchange(code)).not.toBeNull();
});

test('a code ends after a minute', async () => {
  const code = await allowed();
  now += MINUTE_MS;
  expect(await exchange(code)).toBeNull();
});

test('exchanges a code once, even if it comes twice at once, and then ends the connection', async () => {
  const code = await allowed();
  const both = await Promise.all([exchange(code), exchange(code)]);
  expect(both.filter((tokens) => tokens !== null)).toHaveLength(1);
  const [tokens] = both.filter((each) => each !== null);
  expect(await owner(tokens!.access)).toBeNull();
  expect(paths('apps/')).toEqual([]);
});

test('a thief who has only the used code does not end the connection', async () => {
  const code = await allowed();
  const tokens = (await exchange(code))!;
  expect(await exchange(code, { verifier: 'x'.repeat(43) })).toBeNull();
  expect(await owner(tokens.access)).toBe('ada');
});

test('renews, and refuses the old refresh token: at once without, later with the end of the connection', async () => {
  const first = await connected();
  now += HOUR_MS;
  expect(await owner(first.access)).toBeNull();
  const second = (await renew(first.refresh))!;
  expect(await owner(second.access)).toBe('ada');
  expect(await renew(first.refresh)).toBeNull();
  expect(await owner(second.access)).toBe('ada');
  now += MINUTE_MS + 1;
  expect(await renew(first.refresh)).toBeNull();
  expect(await owner(second.access)).toBeNull();
  expect(await renew(second.refresh)).toBeNull();
  expect(paths('apps/')).toEqual([]);
});

test('renews at most once, even if asked twice at once, and keeps the earlier access until it expires', async () => {
  const first = await connected();
  now += MINUTE_MS;
  const both = await Promise.all([renew(first.refresh), renew(first.refresh)]);
  expect(both.filter((tokens) => tokens !== null)).toHaveLength(1);
  expect(await owner(first.access)).toBe('ada');
  now = START + HOUR_MS;
  expect(await owner(first.access)).toBeNull();
});

test('keeps a few access tokens, however often an app renews', async () => {
  let tokens = await connected();
  for (let turn = 0; turn < 10; turn += 1) tokens = (await renew(tokens.refresh))!;
  const [path] = paths('apps/').filter((each) => each.startsWith('apps/'));
  expect((world.stored()[path!] as { access: unknown[] }).access).toHaveLength(4);
});

test('gives at a renewal the scopes that the person granted', async () => {
  const code = (await allowApp('ada', { ...APP, scopes: ['read'] }, now))!;
  const { refresh } = (await exchange(code))!;
  expect(await renew(refresh)).toMatchObject({ scopes: ['read'] });
});

test('refuses a guessed refresh token of a connection, and keeps the connection', async () => {
  const { access, refresh } = await connected();
  const guessed = `${refresh.slice(0, -4)}${refresh.endsWith('abcd') ? 'dcba' : 'abcd'}`;
  expect(await renew(guessed)).toBeNull();
  expect(await owner(access)).toBe('ada');
});

test('keeps the time of the connection when an app renews', async () => {
  const { refresh } = await connected();
  now += HOUR_MS;
  await renew(refresh);
  expect(world.stored()[paths('users/ada/apps')[0]!]).toMatchObject({ createdAt: START });
});

test('refuses a refresh token of another app', async () => {
  const { refresh } = await connected();
  expect(await renew(refresh, 'https://evil.example/client.json')).toBeNull();
  expect(await renew(refresh)).not.toBeNull();
});

test('accepts no token for another', async () => {
  const code = await allowed();
  const { access, refresh } = (await exchange(code))!;
  const guessed = `${access.slice(0, -4)}${access.endsWith('abcd') ? 'dcba' : 'abcd'}`;
  for (const text of [code, refresh, '', 'esa_', access.slice(0, -1), guessed]) {
    expect(await readAppToken(text, now)).toBeNull();
  }
  expect(await renew(access)).toBeNull();
  expect(await exchange(refresh)).toBeNull();
});

test.each([
  ['disabled', { disabled: true }],
  ['no longer verified', { emailVerified: false }],
])('an app of a %s account has no access and gets none', async (_what, change) => {
  const { access, refresh } = await connected();
  const code = await allowed();
  Object.assign(world.users[0]!, change);
  expect(await owner(access)).toBeNull();
  expect(await renew(refresh)).toBeNull();
  expect(await exchange(code)).toBeNull();
});

test('an unused connection ends after 90 days, a used one does not', async () => {
  let tokens = await connected();
  for (let month = 0; month < 5; month += 1) {
    now += 30 * DAY_MS;
    tokens = (await renew(tokens.refresh))!;
    expect(tokens).not.toBeNull();
  }
  now += 90 * DAY_MS;
  expect(await renew(tokens.refresh)).toBeNull();
});

test('revokes an app of its owner only', async () => {
  const tokens = await connected();
  const appId = paths('users/ada/apps')[0]!.split('/').at(-1)!;
  await revokeApp('bob', appId);
  expect(await owner(tokens.access)).toBe('ada');
  await revokeApp('ada', appId);
  await revokeApp('ada', appId);
  expect(await owner(tokens.access)).toBeNull();
  expect(await renew(tokens.refresh)).toBeNull();
  expect(paths('apps/')).toEqual([]);
});

test('an app may end its connection with either token, and with no other text', async () => {
  for (const kind of ['access', 'refresh'] as const) {
    const tokens = await connected();
    const text = tokens[kind];
    await revokeAppToken(`${text.slice(0, -4)}abcd`, now);
    await revokeAppToken('nonsense', now);
    expect(await owner(tokens.access)).toBe('ada');
    await revokeAppToken(text, now);
    await revokeAppToken(text, now);
    expect(await owner(tokens.access)).toBeNull();
  }
  expect(paths('apps/')).toEqual([]);
});

test('a person connects at most twenty apps; unused codes do not count for long', async () => {
  for (let n = 0; n < MAX_APPS; n += 1) await allowed();
  expect(await allowApp('ada', APP, now)).toBeNull();
  expect(await allowApp('bob', APP, now)).not.toBeNull();
  now += MINUTE_MS;
  expect(await allowApp('ada', APP, now)).not.toBeNull();
});

test('records the last use for the owner, and rejects for a revoked app', async () => {
  const { access } = await connected();
  const found = (await readAppToken(access, now))!;
  await recordAppUse(found);
  expect((await readAppToken(access, now))?.lastUsedAtMs).toBe(now);
  expect(world.stored()[paths('users/ada/apps')[0]!]).toMatchObject({ lastUsedAt: now });
  await revokeApp('ada', found.keyId);
  await expect(recordAppUse(found)).rejects.toThrow();
});
