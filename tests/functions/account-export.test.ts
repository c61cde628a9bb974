import { Bytes, type DocumentData, Timestamp } from 'firebase/firestore/lite';
import { describe, expect, test } from 'vitest';
import {
  accountExportSchema,
  EXPORT_LIMIT_BYTES,
  exportRefusalSchema,
  EXPORTS_AN_HOUR,
} from '../../functions/src/contract/index.ts';
import {
  call,
  type Person,
  removeAccount,
  signedInAgo,
  signInWithGoogle,
  signUp,
} from '../support/account.ts';
import { useDocuments } from '../support/use-documents.ts';

const documents = useDocuments();

async function exportOf(person: Person) {
  const { status, result } = await call('exportAccount', person, null);
  expect(status).toBe(200);
  return accountExportSchema.parse(result);
}

const savedAt = '2026-11-05T12:00:00.000Z';
const createdAt = Timestamp.fromDate(new Date(savedAt));

const bookmark = {
  episodeId: 'https://podcast.example/1',
  title: 'Ledgers',
  link: 'https://podcast.example/1',
  podcast: 'Small Bets',
  publisher: '',
  image: '',
  description: 'About >>>ledgers<<<.',
  pub_date_ms: 1_790_000_000_000,
  audio: 'https://podcast.example/1.mp3',
  duration_s: 2880,
};

const waiting = { title: 'Soon', podcast: 'The Show', link: 'https://show.example/2' };

const secrets = [{ secret: 'whsec_signs', createdAt }];

function dataOf({ uid }: Person, keyword: string) {
  const [hook, feed] = [`hook-of-${uid}`, `feed-of-${uid}`];
  return {
    [`users/${uid}`]: {
      cadence: 'weekly',
      hour: 8,
      updatedAt: createdAt,
      seenAt: createdAt,
    },
    [`users/${uid}/alerts/one`]: { keyword, createdAt },
    [`users/${uid}/alerts/two`]: { keyword: `${keyword} again`, createdAt },
    [`users/${uid}/bookmarks/b`]: { ...bookmark, createdAt },
    [`users/${uid}/shows/s`]: { feedUrl: 'https://show.example/feed', followedAt: createdAt },
    [`users/${uid}/apiKeys/k`]: { name: 'Script', scopes: ['read'], createdAt },
    [`users/${uid}/apps/a`]: { name: 'Claude', host: 'claude.ai', scopes: ['read'], createdAt },
    [`users/${uid}/channels/${hook}`]: { kind: 'webhook', name: 'Hook', createdAt },
    [`users/${uid}/channels/${feed}`]: { kind: 'feed', name: 'Feed', createdAt },
    [`channelSecrets/${hook}`]: {
      uid,
      kind: 'webhook',
      url: `https://hook.example/${keyword}`,
      secrets,
    },
    [`channelSecrets/${feed}`]: { uid, kind: 'feed', tokenHash: 'hash of a token' },
    [`feedItems/${feed}`]: {
      uid,
      tokenHash: 'hash of a token',
      title: 'Feed',
      items: [{ id: '1', title: `${keyword} today` }],
      changedAt: createdAt,
    },
    [`users/${uid}/ledger/c`]: {
      sent: { '2026-11-04': Bytes.fromUint8Array(new Uint8Array(8)) },
      digests: { '2026-11-04': 1 },
    },
    [`users/${uid}/matches/m`]: { episode: { title: 'Ledgers' }, foundAt: createdAt },
    [`users/${uid}/deliveries/d`]: { sentAt: createdAt, episodes: [{ title: 'Ledgers' }] },
    [`users/${uid}/ledger/sent`]: {
      sent: { '2026-11-05': Bytes.fromUint8Array(new Uint8Array(16)) },
      digests: { '2026-11-05': 1 },
    },
    [`users/${uid}/ledger/pending`]: { episodes: { a: waiting }, alerts: {} },
    [`digests/${uid}_1`]: { uid, state: 'sent', sections: [{ keyword }], createdAt },
  };
}

function inCollection({ uid }: Person, collection: string, ids: string[], fields: DocumentData) {
  const documents: Record<string, DocumentData> = {};
  for (const id of ids) documents[`users/${uid}/${collection}/${id}`] = fields;
  return documents;
}

describe('the export of an account', () => {
  test('contains exactly what is stored about the person', async () => {
    const [ada, grace] = await Promise.all([signUp(), signUp()]);
    await documents.seed({ ...dataOf(ada, 'ledgers'), ...dataOf(grace, 'compilers') });
    const before = Date.now();
    const { exportedAt, account, ...stored } = await exportOf(ada);
    expect(Date.parse(exportedAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(exportedAt)).toBeLessThanOrEqual(Date.now());
    expect(Math.abs(Date.parse(account.createdAt) - before)).toBeLessThan(60_000);
    expect(account).toMatchObject({
      email: ada.email,
      emailVerified: false,
      providers: ['password'],
    });
    expect(stored).toEqual({
      preferences: { cadence: 'weekly', hour: 8, updatedAt: savedAt, seenAt: savedAt },
      alerts: [
        { id: 'one', keyword: 'ledgers', createdAt: savedAt },
        { id: 'two', keyword: 'ledgers again', createdAt: savedAt },
      ],
      bookmarks: [{ id: 'b', ...bookmark, createdAt: savedAt }],
      shows: [{ id: 's', feedUrl: 'https://show.example/feed', followedAt: savedAt }],
      apiKeys: [{ id: 'k', name: 'Script', scopes: ['read'], createdAt: savedAt }],
      apps: [{ id: 'a', name: 'Claude', host: 'claude.ai', scopes: ['read'], createdAt: savedAt }],
      channels: [
        { id: `feed-of-${ada.uid}`, kind: 'feed', name: 'Feed', createdAt: savedAt },
        {
          id: `hook-of-${ada.uid}`,
          kind: 'webhook',
          name: 'Hook',
          url: 'https://hook.example/ledgers',
          createdAt: savedAt,
        },
      ],
      feedItems: [
        {
          id: `feed-of-${ada.uid}`,
          title: 'Feed',
          items: [{ id: '1', title: 'ledgers today' }],
          changedAt: savedAt,
        },
      ],
      matches: [{ id: 'm', episode: { title: 'Ledgers' }, foundAt: savedAt }],
      deliveries: [{ id: 'd', sentAt: savedAt, episodes: [{ title: 'Ledgers' }] }],
      digests: [
        {
          id: `${ada.uid}_1`,
          uid: ada.uid,
          state: 'sent',
          sections: [{ keyword: 'ledgers' }],
          createdAt: savedAt,
        },
      ],
      mailed: [{ day: '2026-11-05', episodes: 2, digests: 1 }],
      toldChannels: [{ id: 'c', days: [{ day: '2026-11-04', episodes: 1, digests: 1 }] }],
      pending: [{ id: 'pending', episodes: [waiting] }],
      truncated: {
        alerts: false,
        bookmarks: false,
        shows: false,
        matches: false,
        deliveries: false,
        digests: false,
        apiKeys: false,
        apps: false,
        channels: false,
        feedItems: false,
      },
    });
  });

  test('contains the account of a person who stored nothing', async () => {
    const ada = await signInWithGoogle();
    const { account, ...rest } = await exportOf(ada);
    expect(account).toMatchObject({
      email: ada.email,
      emailVerified: true,
      providers: ['google.com'],
    });
    expect(rest.preferences).toEqual({ verifiedAt: expect.any(String) as string });
    expect(rest).toMatchObject({ alerts: [], bookmarks: [], deliveries: [] });
    expect(rest).toMatchObject({
      digests: [],
      mailed: [],
      channels: [],
      toldChannels: [],
      pending: [],
    });
  });

  test('contains collections of more than one page, each document once', async () => {
    const ada = await signUp();
    const ids = Array.from({ length: 1001 }, (_, index) => `alert-${index}`);
    const alert = { keyword: 'ledgers', createdAt };
    await documents.seed(inCollection(ada, 'alerts', ids, alert));
    const { alerts: exported, truncated } = await exportOf(ada);
    expect(exported.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(truncated.alerts).toBe(false);
  });

  test('stays below the size limit of a callable and states what was left out', async () => {
    const ada = await signUp();
    const big = { ...bookmark, description: '€'.repeat(2000), createdAt };
    const ids = Array.from({ length: 1000 }, (_, index) => String(index));
    await documents.seed({
      ...inCollection(ada, 'bookmarks', ids, big),
      ...inCollection(ada, 'alerts', ['one'], { keyword: 'ledgers', createdAt }),
    });
    const exported = await exportOf(ada);
    expect(exported.truncated).toEqual({
      alerts: false,
      bookmarks: true,
      shows: false,
      apiKeys: false,
      apps: false,
      channels: false,
      feedItems: false,
      matches: false,
      deliveries: false,
      digests: false,
    });
    expect(exported.alerts).toHaveLength(1);
    const bytes = Buffer.byteLength(JSON.stringify(exported.bookmarks));
    expect(bytes).toBeLessThanOrEqual(EXPORT_LIMIT_BYTES.bookmarks + 2);
    expect(bytes).toBeGreaterThan(EXPORT_LIMIT_BYTES.bookmarks - 10_000);
  });

  test('leaves out the secrets of channels', async () => {
    const ada = await signUp();
    await documents.seed(dataOf(ada, 'ledgers'));
    const { result } = await call('exportAccount', ada, null);
    expect(JSON.stringify(result)).toContain('https://hook.example/ledgers');
    expect(JSON.stringify(result)).not.toMatch(/whsec_|hash of a token/);
  });

  test('keeps whole feeds within its limit and states that others were left out', async () => {
    const ada = await signUp();
    const items = [{ id: '1', title: 'x'.repeat(390_000) }];
    const feeds = Array.from({ length: 5 }, (_, index) => `feedItems/${index}-of-${ada.uid}`);
    await documents.seed(
      Object.fromEntries(
        feeds.map((feed) => [feed, { uid: ada.uid, items, changedAt: createdAt }]),
      ),
    );
    const { feedItems, truncated } = await exportOf(ada);
    expect([feedItems.length, truncated.feedItems]).toEqual([3, true]);
  });

  test('needs no recent sign-in', async () => {
    const ada = await signUp();
    await exportOf(signedInAgo(ada, 30 * 86_400_000));
  });

  test('allows each person five exports an hour', async () => {
    const [ada, grace] = await Promise.all([signUp(), signUp()]);
    for (let turn = 0; turn < EXPORTS_AN_HOUR; turn += 1) await exportOf(ada);
    const { status, error } = await call('exportAccount', ada, null);
    expect([status, error?.status]).toEqual([429, 'RESOURCE_EXHAUSTED']);
    const { retryAfterMs } = exportRefusalSchema.parse(error?.details);
    expect(retryAfterMs).toBeGreaterThan(3_000_000);
    expect(retryAfterMs).toBeLessThanOrEqual(3_600_000);
    await exportOf(grace);
  });

  test('refuses a visitor and the token of a deleted account', async () => {
    expect((await call('exportAccount', null, null)).status).toBe(401);
    const ada = await signUp();
    await documents.seed(dataOf(ada, 'ledgers'));
    await removeAccount(ada);
    const { status, result } = await call('exportAccount', ada, null);
    expect(status).toBe(401);
    expect(result).toBeUndefined();
  });
});
