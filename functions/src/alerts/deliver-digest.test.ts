import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_PREFERENCES } from '../contract/index.ts';
import type { OutgoingMail, SendOutcome } from '../mail/mailer.ts';
import { deliverDigest, type DeliveryParts, type Recipient } from './deliver-digest.ts';
import type { Digest, DigestSection } from './digest.ts';
import { LEASE_MS, queuedProgress } from './digest-progress.ts';
import { type MemoryOutbox, memoryOutbox, memoryStore } from './fixtures/memory-outbox.ts';

vi.hoisted(() => {
  // Before the imports: the logger keeps the console's methods as it finds them.
  for (const method of ['info', 'warn', 'error', 'log'] as const) {
    vi.spyOn(console, method).mockImplementation(() => undefined);
  }
});

const now = Date.UTC(2026, 10, 21, 12);

const section = (alertId: string): DigestSection => ({
  alertId,
  keyword: `keyword ${alertId}`,
  episodes: [1, 2, 3, 4].map((number) => ({
    title: `Episode ${number}`,
    link: `https://show.example/${number}`,
    podcast: 'The Show',
    image: '',
    pubDateMs: now,
    excerpt: '',
  })),
  moreCount: 2,
  pairs: new Uint8Array(),
});

const digest: Digest = {
  uid: 'ada',
  slotMs: now,
  cadence: 'daily',
  sections: [section('a'), section('b')],
  ...queuedProgress(now),
};

let outbox: MemoryOutbox;
let mails: (OutgoingMail & { sections: string[] })[];
let recipient: Recipient | null;
let suppressed: string[];
let answers: SendOutcome[];
let nowMs: number;
let composing: () => Promise<void>;
let timeZones: string[];

beforeEach(() => {
  outbox = memoryOutbox();
  outbox.digests.set('d', digest);
  outbox.alerts = ['a', 'b'].map((alertId) => ({
    uid: 'ada',
    alertId,
    keyword: `keyword ${alertId}`,
    sinceMs: 0,
  }));
  mails = [];
  recipient = { email: 'ada@example.com', emailVerified: true };
  suppressed = [];
  answers = [];
  nowMs = now;
  composing = () => Promise.resolve();
  timeZones = [];
});

function deliver() {
  let sections: string[] = [];
  const parts: DeliveryParts = {
    store: memoryStore(outbox),
    mailer: {
      send: (mail) => {
        mails.push({ ...mail, sections });
        return Promise.resolve(answers.shift() ?? { kind: 'accepted', messageId: 'm' });
      },
    },
    findRecipient: () => Promise.resolve(recipient),
    isSuppressed: (email) => Promise.resolve(suppressed.includes(email)),
    compose: async (composed, timeZone) => {
      timeZones.push(timeZone);
      await composing();
      sections = composed.sections.map(({ alertId }) => alertId);
      return { subject: 'news', html: 'h', text: 't', headers: {} };
    },
    now: () => nowMs,
  };
  return deliverDigest(parts, 'd');
}

const state = () => outbox.digests.get('d');
const unavailable = (reason: string): SendOutcome => ({
  kind: 'unavailable',
  retryAfterMs: null,
  reason,
});

test('dates in a mail are those of the person’s time zone', async () => {
  const preferences = { ...DEFAULT_PREFERENCES, timeZone: 'Asia/Tokyo', updatedAtMs: now };
  outbox.preferences.set('ada', preferences);
  await deliver();
  expect(timeZones).toEqual(['Asia/Tokyo']);
});

test('a digest is mailed to the account’s address, and its history says so', async () => {
  expect(await deliver()).toBe('settled');
  expect(mails).toMatchObject([
    { to: 'ada@example.com', subject: 'news', digestId: 'd', uid: 'ada', sections: ['a', 'b'] },
  ]);
  expect(state()).toMatchObject({ state: 'sent', messageId: 'm', finishedAtMs: now });
  expect(outbox.records.get('ada/d')).toMatchObject({
    state: 'sent',
    subject: 'news',
    code: null,
    alerts: [
      { alertId: 'a', keyword: 'keyword a', count: 6 },
      { alertId: 'b', keyword: 'keyword b', count: 6 },
    ],
  });
  expect(outbox.records.get('ada/d')?.alerts[0]?.episodes).toHaveLength(3);
});

test('a task that comes again, or for a digest that is gone, does nothing', async () => {
  await deliver();
  expect(await deliver()).toBe('settled');
  outbox.digests.clear();
  expect(await deliver()).toBe('settled');
  expect(mails).toHaveLength(1);
});

describe('nothing is sent', () => {
  const gone: [string, string, () => void][] = [
    [
      'to an address that is not verified',
      'unverified',
      () => {
        recipient = { email: 'ada@example.com', emailVerified: false };
      },
    ],
    [
      'to an account without an address',
      'no-address',
      () => {
        recipient = { emailVerified: false };
      },
    ],
    ['to an address that takes no mail', 'suppressed', () => suppressed.push('ada@example.com')],
    [
      'to who has paused everything',
      'paused',
      () => {
        const paused = { ...DEFAULT_PREFERENCES, cadence: 'paused' as const, updatedAtMs: now };
        outbox.preferences.set('ada', paused);
      },
    ],
  ];

  test.each(gone)('%s, and the history says why', async (_name, code, happens) => {
    happens();
    expect(await deliver()).toBe('settled');
    expect(mails).toEqual([]);
    expect(state()).toMatchObject({ state: 'cancelled', code });
    expect(outbox.records.get('ada/d')).toMatchObject({
      state: 'cancelled',
      code,
      subject: expect.stringContaining('keyword a') as string,
    });
  });

  test('when the account is gone, and nothing is written to it', async () => {
    recipient = null;
    expect(await deliver()).toBe('settled');
    expect(mails).toEqual([]);
    expect(state()).toMatchObject({ state: 'cancelled', code: 'no-account' });
    expect(outbox.records.size).toBe(0);
  });

  test('when all alerts in it are deleted or paused', async () => {
    outbox.alerts = [];
    expect(await deliver()).toBe('settled');
    expect(mails).toEqual([]);
    expect(state()).toMatchObject({ state: 'cancelled', code: 'nothing-left' });
  });
});

test('of alerts that are gone meanwhile nothing is told, of the others everything', async () => {
  outbox.alerts = outbox.alerts.filter(({ alertId }) => alertId === 'b');
  await deliver();
  expect(mails.map(({ sections }) => sections)).toEqual([['b']]);
  expect(outbox.records.get('ada/d')?.alerts.map(({ alertId }) => alertId)).toEqual(['b']);
});

test('an account deleted while its mail is on the way gets no history', async () => {
  composing = () => {
    outbox.digests.clear();
    return Promise.resolve();
  };
  await deliver();
  expect(outbox.digests.size + outbox.records.size).toBe(0);
});

test('what the mail service refuses has failed for good', async () => {
  answers = [{ kind: 'rejected', reason: 'sendgrid-400' }];
  expect(await deliver()).toBe('settled');
  expect(await deliver()).toBe('settled');
  expect(mails).toHaveLength(1);
  expect(outbox.records.get('ada/d')).toMatchObject({ state: 'failed', code: 'sendgrid-400' });
});

test('what it cannot take now is tried again', async () => {
  answers = [unavailable('sendgrid-429'), unavailable('sendgrid-503')];
  expect(await deliver()).toBe('later');
  expect(state()).toMatchObject({ state: 'queued', code: 'sendgrid-429' });
  expect(outbox.records.size).toBe(0);
  expect(await deliver()).toBe('later');
  expect(await deliver()).toBe('settled');
  expect(state()).toMatchObject({ state: 'sent', attempt: 3, takeovers: 0, code: null });
});

test('when it does not answer, the mail is sent once more after the lease, and no third time', async () => {
  answers = [unavailable('sendgrid-timeout'), unavailable('sendgrid-timeout')];
  expect(await deliver()).toBe('unknown');
  nowMs += LEASE_MS - 1;
  expect(await deliver()).toBe('later');
  nowMs += 1;
  expect(await deliver()).toBe('unknown');
  nowMs += LEASE_MS;
  expect(await deliver()).toBe('settled');
  expect(mails).toHaveLength(2);
  expect(outbox.records.get('ada/d')).toMatchObject({ state: 'failed', code: 'outcome-unknown' });
});

test('a failure before the mail is handed over costs nothing but time', async () => {
  composing = () => Promise.reject(new Error('no fonts'));
  expect(await deliver()).toBe('later');
  expect(state()).toMatchObject({ state: 'queued', code: 'internal', takeovers: 0 });
  composing = () => Promise.resolve();
  timeZones = [];
  expect(await deliver()).toBe('settled');
  expect(mails).toHaveLength(1);
});
