import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_PREFERENCES, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { sampleDigestEpisode } from '../../delivery/mail/digest/fixtures/sample-digest-episode.ts';
import type { OutgoingMail, SendOutcome } from '../../delivery/mail/transport/mailer.ts';
import { deliverDigest, type DeliveryParts, settleReport } from './deliver-digest.ts';
import type { Digest, DigestSection } from './digest.ts';
import {
  ASKED_AGAIN_AFTER_MS,
  GIVE_UP_AFTER_MS,
  LEASE_MS,
  queuedProgress,
} from './digest-progress.ts';
import { type MemoryOutbox, memoryOutbox, memoryStore } from '../fixtures/memory-outbox.ts';
import {
  EMPTY_SENT_LOG,
  keyHash,
  pairBytes,
  pairsIn,
  sectionPairs,
  sentPairs,
  withDigest,
} from './sent-log.ts';
import type { Recipient } from './prepare-digest.ts';
import { keepLog, logEntries } from '../../platform/test-log.ts';

let lines: string[];

const now = Date.UTC(2026, 10, 21, 12);

const section = (alertId: string): DigestSection => ({
  alertId,
  keyword: `keyword ${alertId}`,
  episodes: [1, 2, 3, 4].map((number) =>
    sampleDigestEpisode({
      title: `Episode ${number}`,
      link: `https://show.example/${number}`,
      pubDateMs: now,
      excerpt: '',
    }),
  ),
  moreCount: 2,
  episodeIds: new Uint8Array(),
  keys: pairBytes([keyHash(`episode of ${alertId}`)]),
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
/** Of each mail that was composed, whether it was to be plain. */
let plain: (boolean | undefined)[];
let sending: () => Promise<void>;
let delayed: number[];
let isThere: boolean;

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
  recipient = { email: 'ada@example.com', emailVerified: true, disabled: false };
  suppressed = [];
  answers = [];
  nowMs = now;
  composing = () => Promise.resolve();
  timeZones = [];
  plain = [];
  sending = () => Promise.resolve();
  delayed = [];
  isThere = true;
  lines = keepLog();
  const pairs = Buffer.concat(digest.sections.map(sectionPairs));
  outbox.ledgers.set('ada', withDigest(EMPTY_SENT_LOG, pairs, { digestId: 'd', atMs: now }));
});

function deliver(id = 'd') {
  let sections: string[] = [];
  const parts: DeliveryParts = {
    store: memoryStore(outbox),
    mailer: {
      send: async (mail) => {
        await sending();
        mails.push({ ...mail, sections });
        return answers.shift() ?? { kind: 'accepted', messageId: 'm' };
      },
      isThere: () => Promise.resolve(isThere),
    },
    deliverAt: (_id, atMs) => {
      delayed.push(atMs);
      return Promise.resolve();
    },
    findRecipient: () => Promise.resolve(recipient),
    isSuppressed: (email) => Promise.resolve(suppressed.includes(email)),
    compose: async (composed, timeZone) => {
      timeZones.push(timeZone);
      plain.push(composed.isPlain);
      await composing();
      sections = composed.sections.map(({ alertId }) => alertId);
      return { subject: 'news', html: 'h', text: 't', headers: {} };
    },
    now: () => nowMs,
  };
  return deliverDigest(parts, id);
}

const logged = () => logEntries(lines);
const state = () => outbox.digests.get('d');
const told = () => [...sentPairs(outbox.ledgers.get('ada')!)].sort();
const pairsOf = (...alertIds: string[]) =>
  alertIds.flatMap((id) => pairsIn(sectionPairs(section(id)))).sort();
const unavailable = (reason: string, retryAfterMs: number | null = null): SendOutcome => ({
  kind: 'unavailable',
  retryAfterMs,
  reason,
});
const unknown: SendOutcome = { kind: 'unknown', reason: 'sendgrid-timeout' };
/** Never resolves: the process dies at this await. */
const NEVER = new Promise<void>(() => undefined);

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
  expect(outbox.records.get('ada/d')).toMatchObject({ state: 'sent', subject: 'news' });
  outbox.digests.clear();
  expect(await deliver()).toBe('settled');
  expect(mails).toHaveLength(1);
  expect(delayed).toEqual([]);
});

describe('nothing is sent', () => {
  const gone: [string, string, () => void][] = [
    [
      'to an address that is not verified',
      'unverified',
      () => {
        recipient = { email: 'ada@example.com', emailVerified: false, disabled: false };
      },
    ],
    [
      'to an account without an address',
      'no-address',
      () => {
        recipient = { emailVerified: false, disabled: false };
      },
    ],
    [
      'to a disabled account',
      'disabled',
      () => {
        recipient = { email: 'ada@example.com', emailVerified: true, disabled: true };
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

test('an account deleted while its mail is made gets neither mail nor history', async () => {
  composing = () => {
    outbox.digests.clear();
    return Promise.resolve();
  };
  expect(await deliver()).toBe('settled');
  expect(mails).toEqual([]);
  expect(outbox.digests.size + outbox.records.size).toBe(0);
});

test('an account deleted while its mail is handed over gets no history', async () => {
  sending = () => {
    outbox.digests.clear();
    return Promise.resolve();
  };
  expect(await deliver()).toBe('settled');
  expect(outbox.digests.size + outbox.records.size).toBe(0);
});

test('what the mail service refuses has failed for good', async () => {
  answers = [{ kind: 'rejected', reason: 'sendgrid-400' }];
  expect(await deliver()).toBe('settled');
  expect(await deliver()).toBe('settled');
  expect(mails).toHaveLength(1);
  expect(outbox.records.get('ada/d')).toMatchObject({ state: 'failed', code: 'sendgrid-400' });
});

test('sends what is refused for its content plain, and fails if that is refused, too', async () => {
  answers = [
    { kind: 'refused', reason: 'sendgrid-400' },
    { kind: 'refused', reason: 'sendgrid-413' },
  ];
  expect(await deliver()).toBe('settled');
  expect(state()).toMatchObject({ state: 'queued', code: 'sendgrid-400', isPlain: true });
  expect(delayed).toEqual([now]);
  expect(outbox.records.size).toBe(0);
  expect(await deliver()).toBe('settled');
  expect(await deliver()).toBe('settled');
  expect(plain).toEqual([undefined, true]);
  expect(mails).toHaveLength(2);
  expect(outbox.records.get('ada/d')).toMatchObject({ state: 'failed', code: 'sendgrid-413' });
  expect(told()).toEqual([]);
});

test.each(['refusal was recorded', 'plain form was sent'])(
  'a sender that dies after the %s costs no mail',
  async (when) => {
    answers = [{ kind: 'refused', reason: 'sendgrid-400' }];
    await deliver();
    if (when === 'plain form was sent') {
      sending = () => new Promise(() => undefined);
      void deliver();
      await new Promise(setImmediate);
      expect(state()).toMatchObject({ state: 'sending', isPlain: true });
      sending = () => Promise.resolve();
      nowMs += LEASE_MS;
    }
    expect(await deliver()).toBe('settled');
    expect(state()).toMatchObject({ state: 'sent' });
    expect(plain.at(-1)).toBe(true);
  },
);

test('what it cannot take now is tried again', async () => {
  answers = [unavailable('sendgrid-429'), unavailable('sendgrid-503')];
  expect(await deliver()).toBe('later');
  expect(state()).toMatchObject({ state: 'queued', code: 'sendgrid-429' });
  expect(outbox.records.size).toBe(0);
  expect(await deliver()).toBe('later');
  expect(await deliver()).toBe('settled');
  expect(state()).toMatchObject({ state: 'sent', attempt: 3, takeovers: 0, code: null });
});

describe('when it does not answer', () => {
  test('the mail is sent once more a while later, and no third time', async () => {
    answers = [unknown, unknown];
    expect(await deliver()).toBe('settled');
    expect(delayed).toEqual([now + ASKED_AGAIN_AFTER_MS]);
    nowMs += ASKED_AGAIN_AFTER_MS - 1;
    expect(await deliver()).toBe('later');
    nowMs += 1;
    expect(await deliver()).toBe('settled');
    expect(delayed[1]).toBe(now + GIVE_UP_AFTER_MS + 1);
    expect(told()).toEqual(pairsOf('a', 'b'));
    nowMs = delayed[1]! - 1;
    expect(await deliver()).toBe('later');
    nowMs += 1;
    expect(await deliver()).toBe('settled');
    expect(mails).toHaveLength(2);
    expect(outbox.records.get('ada/d')).toMatchObject({ state: 'failed', code: 'outcome-unknown' });
    expect(told()).toEqual([]);
    expect(outbox.retryAtMs.get('ada')).toBe(nowMs + HOUR_MS);
  });

  test('the mail is not sent again before it answers at all', async () => {
    answers = [unknown];
    await deliver();
    isThere = false;
    nowMs += ASKED_AGAIN_AFTER_MS;
    for (let tries = 0; tries < 20; tries += 1) {
      expect(await deliver()).toBe('later');
      nowMs += 10 * MINUTE_MS;
    }
    expect(mails).toHaveLength(1);
    expect(state()).toMatchObject({ state: 'queued', attempt: 1, takeovers: 1 });
    isThere = true;
    expect(await deliver()).toBe('settled');
    expect(mails).toHaveLength(2);
    expect(state()).toMatchObject({ state: 'sent' });
  });
});

describe('what the mail service reports later', () => {
  const report = (of: Parameters<typeof settleReport>[2]) =>
    settleReport({ store: memoryStore(outbox), now: () => nowMs }, 'd', of);

  test('settles a digest of which nobody knew, once', async () => {
    answers = [unknown];
    await deliver();
    expect(await report({ kind: 'taken' })).toBe(true);
    expect(await report({ kind: 'taken' })).toBe(false);
    expect(state()).toMatchObject({ state: 'sent' });
    expect(outbox.records.get('ada/d')).toMatchObject({ state: 'sent', code: null });
    nowMs += ASKED_AGAIN_AFTER_MS;
    await deliver();
    expect(mails).toHaveLength(1);
    expect(told()).toEqual(pairsOf('a', 'b'));
  });

  test.each(['blocked', 'dropped', 'bounce'] as const)(
    'of a mail that came back (%s) stands in the history, and what it told is untold, once',
    async (reason) => {
      outbox.alerts = outbox.alerts.filter(({ alertId }) => alertId === 'b');
      await deliver();
      expect(told()).toEqual(pairsOf('b'));
      expect(await report({ kind: 'returned', reason })).toBe(true);
      expect(await report({ kind: 'returned', reason })).toBe(false);
      expect(outbox.records.get('ada/d')).toMatchObject({ state: 'failed', code: reason });
      expect(told()).toEqual([]);
      expect(outbox.retryAtMs.get('ada')).toBe(now + HOUR_MS);
    },
  );

  test('changes nothing of a digest that is not sent, or is gone', async () => {
    expect(await report({ kind: 'returned', reason: 'blocked' })).toBe(false);
    expect(await report({ kind: 'taken' })).toBe(false);
    expect(state()).toMatchObject({ state: 'queued', attempt: 0 });
    outbox.digests.clear();
    expect(await report({ kind: 'returned', reason: 'blocked' })).toBe(false);
    expect(outbox.records.size).toBe(0);
  });
});

describe('what the person has changed since the digest was made', () => {
  const change = (fields: object) => {
    outbox.alerts = outbox.alerts.map((alert) =>
      alert.alertId === 'a' ? { ...alert, ...fields } : alert,
    );
  };

  test.each([
    ['a word is left out', { keyword: 'keyword a -sponsor', language: 1 }],
    ['a keyword is read as a question', { language: 1 }],
    ['transcripts count no more', { spoken: false }],
  ])('%s: it is made anew at once', async (_name, fields) => {
    change(fields);
    expect(await deliver()).toBe('settled');
    expect(mails).toEqual([]);
    expect(state()).toMatchObject({ state: 'cancelled', code: 'changed' });
    expect(outbox.records.size).toBe(0);
    expect(told()).toEqual([]);
    expect(outbox.retryAtMs.get('ada')).toBe(now);
  });

  test('also between two copies of which the first was perhaps sent', async () => {
    answers = [unknown];
    await deliver();
    change({ keyword: 'keyword a -sponsor', language: 1 });
    nowMs += ASKED_AGAIN_AFTER_MS;
    await deliver();
    expect(mails).toHaveLength(1);
    expect(state()).toMatchObject({ state: 'cancelled', code: 'changed' });
  });

  test.each(['weekly', 'daily', 'hourly'] as const)(
    'a daily digest of who wants %s ones now is sent: the next may be a week away',
    async (cadence) => {
      outbox.preferences.set('ada', { ...DEFAULT_PREFERENCES, cadence, updatedAtMs: now });
      await deliver();
      expect(state()).toMatchObject({ state: 'sent' });
    },
  );
});

test('a failure before the mail is handed over costs nothing but time', async () => {
  composing = () => Promise.reject(new Error('no fonts'));
  expect(await deliver()).toBe('later');
  expect(state()).toMatchObject({ state: 'queued', code: 'internal', attempt: 0, takeovers: 0 });
  composing = () => Promise.resolve();
  timeZones = [];
  plain = [];
  expect(await deliver()).toBe('settled');
  expect(mails).toHaveLength(1);
});

test('a digest that is no news any more is given up even if its mail cannot be made', async () => {
  composing = () => Promise.reject(new Error('no fonts'));
  nowMs += GIVE_UP_AFTER_MS + 1;
  expect(await deliver()).toBe('settled');
  expect(state()).toMatchObject({ state: 'failed', code: 'gave-up' });
});

describe('the log names the digest, the person and the reason', () => {
  const entry = { digestId: 'd', uid: 'ada', attempt: 1 };

  test.each<[string, SendOutcome, Record<string, unknown>]>([
    [
      'of a mail that was taken',
      { kind: 'accepted', messageId: 'm' },
      { ...entry, severity: 'INFO', event: 'digest-accepted', code: null },
    ],
    [
      'of one that was refused, as an error',
      { kind: 'rejected', reason: 'sendgrid-400' },
      { ...entry, severity: 'ERROR', event: 'digest-rejected', code: 'sendgrid-400' },
    ],
    [
      'of one that has to wait',
      unavailable('sendgrid-503'),
      { ...entry, severity: 'INFO', event: 'digest-unavailable', code: 'sendgrid-503' },
    ],
    [
      'of one of which nobody knows, as a warning',
      unknown,
      { ...entry, severity: 'WARNING', event: 'digest-unknown', code: 'sendgrid-timeout' },
    ],
  ])('%s', async (_name, answer, expected) => {
    answers = [answer];
    await deliver();
    expect(logged()).toEqual([expect.objectContaining(expected)]);
  });

  test('of one whose mail cannot be made, as an error that says where', async () => {
    composing = () => Promise.reject(new Error('no fonts'));
    await deliver();
    const ids = { digestId: 'd', uid: 'ada' };
    const error = expect.stringMatching(/no fonts\n +at /) as string;
    expect(logged()).toEqual([
      expect.objectContaining({ ...ids, severity: 'ERROR', event: 'digest-not-prepared', error }),
      expect.objectContaining({ ...ids, severity: 'INFO', event: 'digest-postpone' }),
    ]);
  });

  test('of one that is given up, as an error', async () => {
    nowMs += GIVE_UP_AFTER_MS + 1;
    await deliver();
    const failed = { digestId: 'd', uid: 'ada', code: 'gave-up' };
    expect(logged()).toEqual([
      expect.objectContaining({ ...failed, severity: 'ERROR', event: 'digest-failed' }),
    ]);
  });
});

/** Starts a delivery that hangs at the prepared await, and waits until it gets there. */
async function die(): Promise<void> {
  void deliver();
  await new Promise((resolve) => setImmediate(resolve));
}

describe('a sender that dies', () => {
  test('before it hands the mail over costs nothing, however many do', async () => {
    composing = () => NEVER;
    for (let deaths = 0; deaths < 5; deaths += 1) await die();
    expect(state()).toMatchObject({ state: 'queued', attempt: 0, takeovers: 0 });
    composing = () => Promise.resolve();
    expect(await deliver()).toBe('settled');
    expect(mails).toHaveLength(1);
    expect(state()).toMatchObject({ state: 'sent', attempt: 1, takeovers: 0 });
  });

  test('while it hands the mail over has perhaps sent it: once more, and no third time', async () => {
    sending = () => NEVER;
    for (const attempt of [1, 2]) {
      await die();
      expect(state()).toMatchObject({ state: 'sending', attempt, takeovers: attempt - 1 });
      expect(await deliver()).toBe('later');
      nowMs += LEASE_MS;
    }
    expect(await deliver()).toBe('later');
    expect(state()).toMatchObject({ state: 'queued', takeovers: 2, code: 'sender-died' });
    nowMs = now + GIVE_UP_AFTER_MS + 1;
    expect(await deliver()).toBe('settled');
    expect(state()).toMatchObject({ state: 'failed', code: 'outcome-unknown' });
    expect(told()).toEqual([]);
  });
});

test('of two that prepare the same digest one hands it over', async () => {
  expect((await Promise.all([deliver(), deliver()])).sort()).toEqual(['later', 'settled']);
  expect(mails).toHaveLength(1);
});

describe('what was not mailed, or only perhaps, is untold', () => {
  test('when the mail service refuses it', async () => {
    answers = [{ kind: 'rejected', reason: 'sendgrid-400' }];
    await deliver();
    expect(told()).toEqual([]);
    expect(outbox.unmailedAtMs.get('ada')).toBe(now);
  });

  test('when it was given up after a day', async () => {
    answers = [unavailable('sendgrid-503')];
    await deliver();
    expect(told()).toEqual(pairsOf('a', 'b'));
    nowMs += GIVE_UP_AFTER_MS + 1;
    expect(await deliver()).toBe('settled');
    expect(state()).toMatchObject({ state: 'failed', code: 'gave-up' });
    expect(told()).toEqual([]);
  });

  test.each(['paused', 'unverified', 'no-address', 'suppressed', 'nothing-left'])(
    'when it was cancelled: %s',
    async (reason) => {
      if (reason === 'paused') {
        const paused = { ...DEFAULT_PREFERENCES, cadence: 'paused' as const, updatedAtMs: now };
        outbox.preferences.set('ada', paused);
      }
      if (reason === 'unverified')
        recipient = { email: 'ada@example.com', emailVerified: false, disabled: false };
      if (reason === 'no-address') recipient = { emailVerified: true, disabled: false };
      if (reason === 'suppressed') suppressed = ['ada@example.com'];
      if (reason === 'nothing-left') outbox.alerts = [];
      await deliver();
      expect(state()).toMatchObject({ state: 'cancelled', code: reason });
      expect(told()).toEqual([]);
    },
  );

  test.each([
    ['cancelled', () => (recipient = { emailVerified: true, disabled: false })],
    ['refused', () => answers.push({ kind: 'rejected', reason: 'sendgrid-400' })],
    ['given up', () => (nowMs += GIVE_UP_AFTER_MS)],
  ])('whatever becomes of the second copy: %s', async (_name, happens) => {
    answers = [unknown];
    await deliver();
    nowMs += ASKED_AGAIN_AFTER_MS;
    happens();
    await deliver();
    expect(state()?.finishedAtMs).not.toBeNull();
    expect(told()).toEqual([]);
  });

  test('of the alerts that fell away before it was mailed', async () => {
    outbox.alerts = outbox.alerts.filter(({ alertId }) => alertId === 'b');
    await deliver();
    expect(state()).toMatchObject({ state: 'sent' });
    expect(told()).toEqual(pairsOf('b'));
  });
});

describe('nothing is untold', () => {
  test('of what was mailed, or waits', async () => {
    answers = [unavailable('sendgrid-503')];
    await deliver();
    expect(told()).toEqual(pairsOf('a', 'b'));
    await deliver();
    expect(told()).toEqual(pairsOf('a', 'b'));
    expect(outbox.unmailedAtMs.size).toBe(0);
  });

  test('for an account that is gone', async () => {
    recipient = null;
    await deliver();
    expect(told()).toEqual(pairsOf('a', 'b'));
    expect(outbox.unmailedAtMs.size).toBe(0);
  });
});

describe('a mail service that asks to wait', () => {
  test('gets the digest again then and not before, whichever process comes', async () => {
    answers = [unavailable('sendgrid-429', 30_000)];
    expect(await deliver()).toBe('settled');
    expect(state()).toMatchObject({ state: 'queued', attempt: 1, notBeforeMs: now + 30_000 });
    expect(delayed).toEqual([now + 30_000]);
    nowMs += 30_000 - 1;
    expect(await deliver()).toBe('later');
    expect(mails).toHaveLength(1);
    nowMs += 1;
    expect(await deliver()).toBe('settled');
    expect(mails).toHaveLength(2);
    expect(state()).toMatchObject({ state: 'sent', attempt: 2, notBeforeMs: null });
  });

  test('gets the digest again after ten seconds if it names no time', async () => {
    answers = [unavailable('sendgrid-429', 0)];
    await deliver();
    expect(delayed).toEqual([now + 10_000]);
  });

  test('does not ask for it by refusing a mail', async () => {
    outbox.digests.set('other', digest);
    answers = [{ kind: 'rejected', reason: 'sendgrid-400' }, unavailable('sendgrid-429', 30_000)];
    await deliver();
    expect(delayed).toEqual([]);
    await deliver('other');
    expect(delayed).toEqual([now + 30_000]);
  });
});
