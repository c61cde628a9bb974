import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { confirmAddress } from '../accounts/confirm-address.ts';
import { countInFirestore } from '../platform/clients/firestore-rate-limit.ts';
import { findUser } from '../platform/find-user.ts';
import { keepLog } from '../testing/test-log.ts';
import { member } from './member-call.ts';
import { bodyBytesAt, OPERATIONS, operationAt, WITHIN_MS } from './operation-table.ts';

vi.mock('../platform/find-user.ts', () => ({ findUser: vi.fn() }));
vi.mock('../platform/clients/firestore-rate-limit.ts', () => ({ countInFirestore: vi.fn() }));

vi.mock('../accounts/confirm-address.ts', () => ({ confirmAddress: vi.fn() }));
vi.mock('../accounts/firestore-confirmation.ts', () => ({ firestoreConfirmation: {} }));

const NAMES = Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[];
const ADA = tokenOf({});

function tokenOf({ isVerified = true, provider = 'password', signedInAt = 0, issuedAt = 0 }) {
  return {
    uid: 'ada',
    token: {
      auth_time: signedInAt,
      iat: issuedAt,
      email: 'ada@example.com',
      email_verified: isVerified,
      firebase: { sign_in_provider: provider },
    },
  };
}

function account(changes: object = {}) {
  return {
    uid: 'ada',
    disabled: false,
    emailVerified: true,
    providerData: [{ providerId: 'password' }, { providerId: 'google.com' }],
    metadata: { creationTime: new Date(7).toUTCString() },
    ...changes,
  };
}

const SHOW_ID = '0123456789abcdef0123';
/** Each entry is an operation, a body, the name of the counter, the limit, and the error beyond the limit. */
const COUNTED = [
  ['alertCounts', { alerts: [{ query: 'a', spoken: true }] }, 'alert counts', 60, 'too many calls'],
  ['channels', { action: 'test', channelId: 'a'.repeat(20) }, 'channels test', 6, 'too many calls'],
  [
    'channels',
    { action: 'delete', channelId: 'a'.repeat(20) },
    'channels delete',
    60,
    'too many calls',
  ],
  ['confirmAddress', { alerts: 'keep' }, 'confirm address', 20, 'too many calls'],
  ['deleteAccount', { confirm: 'ada' }, 'delete account', 6, 'too many calls'],
  ['exportAccount', null, 'export', 5, 'too-many-exports'],
  ['followShows', { feedUrls: ['https://a.example'] }, 'shows follow', 6, 'too-many-lookups'],
  ['keys', { action: 'create', name: 'a', scopes: ['read'] }, 'keys', 6, 'too many keys'],
  ['keys', { action: 'revoke', keyId: 'a'.repeat(20) }, 'keys revoke', 60, 'too many calls'],
  ['lookUpShow', { given: 'a' }, 'shows lookup', 3, 'too-many-lookups'],
  ['previewShows', { opml: '<opml/>' }, 'shows preview', 6, 'too-many-lookups'],
  ['unfollowShow', { showId: SHOW_ID }, 'shows unfollow', 60, 'too-many-lookups'],
] as const;

const refusalSchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z.unknown(),
});

/** Calls an operation as functions-framework does. Resolves with the response or the error. */
async function call(operation: string, request: { auth?: typeof ADA; data: unknown }) {
  const rawRequest = { path: `/${operation}`, headers: {}, socket: {} };
  const answer: Promise<unknown> = member.run({ ...request, rawRequest } as never);
  return answer.catch((reason: unknown) => refusalSchema.parse(reason));
}

beforeEach(() => {
  keepLog();
  vi.mocked(findUser).mockReset();
  vi.mocked(confirmAddress).mockReset();
  vi.mocked(countInFirestore)
    .mockReset()
    .mockResolvedValue([{ allowed: true, left: 1 }]);
});

test.each(NAMES)('%s refuses a visitor who is not signed in', async (name) => {
  expect(await call(name, { data: {} })).toEqual({
    code: 'unauthenticated',
    message: `sign in to ${OPERATIONS[name].signInTo}`,
  });
});

// An interrupted deletion can be repeated, so only deleteAccount accepts the token of a deleted account.
test.each(NAMES.filter((name) => name !== 'deleteAccount'))(
  '%s refuses the token of a deleted or disabled account',
  async (name) => {
    for (const user of [null, account({ disabled: true })]) {
      vi.mocked(findUser).mockResolvedValueOnce(user as never);
      expect(await call(name, { auth: ADA, data: {} })).toEqual({
        code: 'unauthenticated',
        message: 'this account does not exist any more',
      });
    }
    expect(findUser).toHaveBeenCalledWith('ada');
    expect(countInFirestore).not.toHaveBeenCalled();
  },
);

test('deleteAccount accepts the token of a deleted account', async () => {
  expect(await call('deleteAccount', { auth: ADA, data: { confirm: 'another' } })).toMatchObject({
    code: 'failed-precondition',
    message: 'recent-login-required',
  });
  expect(findUser).not.toHaveBeenCalled();
});

test.each(NAMES.filter((name) => name !== 'exportAccount'))(
  '%s refuses an invalid body before it counts the call',
  async (name) => {
    const forms: Partial<Record<string, string>> = {
      deleteAccount: 'the body must be {confirm}',
      previewDigest: 'the body must be {alertId}',
    };
    for (const data of [null, 'text', [], { more: 1 }, { ['__proto__']: {} }]) {
      vi.mocked(findUser).mockResolvedValueOnce(account() as never);
      expect(await call(name, { auth: ADA, data })).toEqual({
        code: 'invalid-argument',
        message: forms[name] ?? 'the body has other fields',
      });
    }
    expect(countInFirestore).not.toHaveBeenCalled();
  },
);

test.each(COUNTED)('%s %j counts against its limit', async (name, data, key, limit, refusal) => {
  vi.mocked(findUser).mockResolvedValueOnce(account() as never);
  vi.mocked(countInFirestore).mockResolvedValueOnce([{ allowed: false, retryAfterMs: 7 }]);
  const isCode = refusal.startsWith('too-many-');
  expect(await call(name, { auth: ADA, data })).toEqual({
    code: 'resource-exhausted',
    message: refusal,
    details: isCode ? { code: refusal, retryAfterMs: 7 } : { retryAfterMs: 7 },
  });
  const windowMs = ['alertCounts', 'exportAccount'].includes(name) ? 3_600_000 : 60_000;
  expect(vi.mocked(countInFirestore).mock.calls).toEqual([
    [`${key} ada`, [1], expect.any(Number), { limit, windowMs }],
  ]);
});

const CHANNEL_ID = 'a'.repeat(20);
const NEEDS_VERIFIED: [string, unknown][] = [
  ['channels', { action: 'create', kind: 'feed', name: 'a', alerts: 'all' }],
  ['channels', { action: 'change', channelId: CHANNEL_ID, isOn: true }],
  ['channels', { action: 'replace', channelId: CHANNEL_ID }],
  ['channels', { action: 'resend', deliveryId: 'a' }],
  ['channels', { action: 'test', channelId: CHANNEL_ID }],
  ['confirmAddress', {}],
  ['confirmAddress', { alerts: 'delete' }],
  ['followShows', { feedUrls: ['https://a.example'] }],
  ['keys', { action: 'create', name: 'a', scopes: ['read'] }],
  ['lookUpShow', { given: 'a' }],
  ['previewShows', { opml: '<opml/>' }],
];

test.each(NEEDS_VERIFIED)('%s %j needs a verified address', async (name, data) => {
  const refused = {
    code: 'failed-precondition',
    message: 'verify your email address first',
    details: { code: 'address-not-verified' },
  };
  vi.mocked(findUser).mockResolvedValueOnce(account({ emailVerified: false }) as never);
  expect(await call(name, { auth: ADA, data })).toEqual(refused);
  expect(confirmAddress).not.toHaveBeenCalled();
  // Somebody else may have signed in before the verification: refuse them, and delete what they created.
  vi.mocked(findUser).mockResolvedValueOnce(account() as never);
  expect(await call(name, { auth: tokenOf({ isVerified: false }), data })).toEqual(refused);
  expect(confirmAddress).toHaveBeenCalledOnce();
  expect(countInFirestore).not.toHaveBeenCalled();
});

test.each(NAMES.filter((name) => name !== 'deleteAccount'))(
  '%s refuses a session that began before the password was reset',
  async (name) => {
    const reset = account({ tokensValidAfterTime: new Date(3_600_000).toUTCString() });
    vi.mocked(findUser).mockResolvedValueOnce(reset as never);
    expect(await call(name, { auth: tokenOf({ signedInAt: 3000 }), data: {} })).toEqual({
      code: 'unauthenticated',
      message: 'sign in again',
      details: { code: 'session-ended' },
    });
    expect(confirmAddress).not.toHaveBeenCalled();
    expect(countInFirestore).not.toHaveBeenCalled();
  },
);

test.each<[string, Parameters<typeof tokenOf>[0], number]>([
  ['the token was issued', { signedInAt: 5, issuedAt: 9 }, 9_999],
  ['Google signed in', { provider: 'google.com', signedInAt: 5, issuedAt: 9 }, 5_999],
  ['of the call, for a token from before', { isVerified: false, issuedAt: 9 }, 20_000],
])('an address was verified at the latest when %s', async (_, token, atMs) => {
  vi.setSystemTime(20_000);
  onTestFinished(() => void vi.useRealTimers());
  vi.mocked(findUser).mockResolvedValueOnce(account() as never);
  expect(await call('confirmAddress', { auth: tokenOf(token), data: {} })).toBeDefined();
  const [[, confirmed, at] = []] = vi.mocked(confirmAddress).mock.calls;
  const sessionsFromMs = (token.signedInAt ?? 0) * 1000;
  expect([confirmed, at]).toEqual([{ uid: 'ada', createdAtMs: 0, sessionsFromMs }, atMs]);
});

test('deleteAccount refuses a session that began before the password was reset', async () => {
  const signedInAt = Math.floor(Date.now() / 1000) - 60;
  const reset = account({ tokensValidAfterTime: new Date().toUTCString() });
  vi.mocked(findUser).mockResolvedValueOnce(reset as never);
  const data = { confirm: 'ada@example.com' };
  expect(await call('deleteAccount', { auth: tokenOf({ signedInAt }), data })).toMatchObject({
    code: 'unauthenticated',
    details: { code: 'session-ended' },
  });
});

test.each(NAMES)('%s answers before Cloud Run or Firebase’s client gives up', (name) => {
  const { withinMs = WITHIN_MS } = OPERATIONS[name];
  expect(withinMs).toBeLessThan(name === 'deleteAccount' ? 300_000 : 70_000);
});

test.each([
  ['unfollowShow', { showId: SHOW_ID }, 50_000],
  ['lookUpShow', { given: 'a' }, 60_000],
])('%s says that the database is late', async (name, data, withinMs) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.mocked(findUser).mockResolvedValueOnce(account() as never);
  vi.mocked(countInFirestore).mockReturnValueOnce(new Promise(() => undefined));
  const answer = call(name, { auth: ADA, data });
  await vi.advanceTimersByTimeAsync(withinMs);
  expect(await answer).toEqual({
    code: 'deadline-exceeded',
    message: 'the database did not answer in time',
    details: { code: 'upstream-timeout' },
  });
});

test('refuses a password that Google has replaced', async () => {
  const providerData = [{ providerId: 'google.com' }];
  vi.mocked(findUser).mockResolvedValueOnce(account({ providerData }) as never);
  expect(await call('exportAccount', { auth: ADA, data: null })).toMatchObject({
    code: 'unauthenticated',
  });
});

test.each([
  '',
  'nothing',
  'LookUpShow',
  'lookUpShow/',
  'lookUpShow/more',
  '/lookUpShow',
  'lookUp%53how',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
])('answers not-found for the operation “%s”', async (operation) => {
  expect(operationAt(`/${operation}`)).toBeNull();
  expect(bodyBytesAt(`/${operation}`)).toBe(8192);
  expect(await call(operation, { auth: ADA, data: {} })).toEqual({
    code: 'not-found',
    message: 'there is no such operation',
  });
});

test('allows long bodies only for lists', () => {
  const bytes = NAMES.filter((name) => bodyBytesAt(`/${name}`) > 8192);
  expect(bytes.map((name) => [name, bodyBytesAt(`/${name}`)])).toEqual([
    ['alertCounts', 14_000],
    ['followShows', 204_800],
    ['previewShows', 2_000_000],
  ]);
});
