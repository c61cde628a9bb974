import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_PREFERENCES, HOUR_MS, MINUTE_MS } from '../../contract/index.ts';
import { slotOf } from '../../delivery/links/alert-identity.ts';
import { sampleDigestEpisode } from '../../delivery/mail/digest/fixtures/sample-digest-episode.ts';
import type { OutgoingMail, SendOutcome } from '../../delivery/mail/transport/mailer.ts';
import {
  deliverDigest,
  type DeliveryParts,
  settleReport,
  type Recipient,
} from './deliver-digest.ts';
import type { Digest, DigestSection } from './digest.ts';
import {
  ASKED_AGAIN_AFTER_MS,
  GIVE_UP_AFTER_MS,
  LEASE_MS,
  queuedProgress,
} from './digest-progress.ts';
import { type StoredOutbox, storedOutbox } from '../fixtures/stored-outbox.ts';
import {
  EMPTY_SENT_LOG,
  keyHash,
  pairBytes,
  pairsIn,
  sectionPairs,
  sentPairs,
  withDigest,
} from './sent-log.ts';
import { keepLog, logEntries } from '../../testing/test-log.ts';

let lines: string[];

const now = Date.UTC(2026, 10, 21, 12);

const section = (alertId: string): DigestSection => ({
  alertId,
  keyword: `keyword ${slotOf(alertId)}`,
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
  sections: [section('a-1'), section('b-1')],
  ...queuedProgress(now),
};

let outbox: StoredOutbox;
let mails: (OutgoingMail & { sections: string[] })[];
let recipient: Recipient | null;
let suppressed: string[];
let answers: SendOutcome[];
let nowMs: number;
let composing: () => Promise<void>;
let timeZones: string[];
let plain: (boolean | undefined)[];
let sending: () => Promise<void>;
let delayed: number[];
let isThere: boolean;
let blocked: Set<string>;

beforeEach(() => {
  outbox = storedOutbox();
  outbox.digests.set('d', digest);
  outbox.alerts = ['a-1', 'b-1'].map((alertId) => ({
    uid: 'ada',
    alertId,
    keyword: `keyword ${slotOf(alertId)}`,
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
  blocked = new Set();
  lines = keepLog();
  const pairs = Buffer.concat(digest.sections.map(sectionPairs));
  outbox.ledgers.set('ada', withDigest(EMPTY_SENT_LOG, pairs, { digestId: 'd', atMs: now }));
});

function deliver(id = 'd') {
  let sections: string[] = [];
  const parts: DeliveryParts = {
    store: outbox.store(),
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
    blockedShows: () => Promise.resolve(blocked),
    now: () => nowMs,
  };
  return deliverDigest(parts, id);
}

const logged = () => logEntries(lines);
const state = () => outbox.digests.get('d');
const loggedPairs = () => [...sentPairs(outbox.ledgers.get('ada')!)].sort();
const pairsOf = (...alertIds: string[]) =>
  alertIds.flatMap((id) => pairsIn(sectionPairs(section(id)))).sort();
const unavailable = (reason: string, retryAfterMs: number | null = null): SendOutcome => ({
  kind: 'unavailable',
  retryAfterMs,
  reason,
});
const unknown: SendOutcome = { kind: 'unknown', reason: 'sendgrid-timeout' };
/** Never resolves, so that the process seems to crash. */
const NEVER = new Promise<void>(() => undefined);

test('a mail shows dates in the person’s time zone', async () => {
  const preferences = { ...DEFAULT_PREFERENCES, timeZone: 'Asia/Tokyo', updatedAtMs: now };
  outbox.preferences.set('ada', preferences);
  await deliver();
  expect(timeZones).toEqual(['Asia/Tokyo']);
});

test('a digest is mailed to the account’s address and added to the history', async () => {
  expect(await deliver()).toBe('settled');
  expect(mails).toMatchObject([
    { to: 'ada@example.com', subject: 'news', digestId: 'd', uid: 'ada', sections: ['a-1', 'b-1'] },
  ]);
  expect(state()).toMatchObject({ state: 'sent', messageId: 'm', finishedAtMs: now });
  expect(outbox.records.get('ada/d')).toMatchObject({
    state: 'sent',
    subject: 'news',
    code: null,
    alerts: [
      { alertId: 'a-1', keyword: 'keyword a', count: 6 },
      { alertId: 'b-1', keyword: 'keyword b', count: 6 },
    ],
  });
  expect(outbox.records.get('ada/d')?.alerts[0]?.episodes).toHaveLength(3);
});

test('a repeated task or a task of a deleted digest does nothing', async () => {
  await deliver();
  expect(await deliver()).toBe('settled');
  expect(outbox.records.get('ada/d')).toMatchObject({ state: 'sent', subject: 'news' });
  outbox.digests.clear();
  expect(await deliver()).toBe('settled');
  expect(mails).toHaveLength(1);
  expect(delayed).toEqual([]);
});

describe('obstacles', () => {
  const gone: [string, string, () => void][] = [
    [
      'an unverified address',
      'unverified',
      () => {
        recipient = { email: 'ada@example.com', emailVerified: false, disabled: false };
      },
    ],
    [
      'an account without an address',
      'no-address',
      () => {
        recipient = { emailVerified: false, disabled: false };
      },
    ],
    [
      'a disabled account',
      'disabled',
      () => {
        recipient = { email: 'ada@example.com', emailVerified: true, disabled: true };
      },
    ],
    ['a suppressed address', 'suppressed', () => suppressed.push('ada@example.com')],
    [
      'a pause of all mail',
      'paused',
      () => {
        const paused = { ...DEFAULT_PREFERENCES, cadence: 'paused' as const, updatedAtMs: now };
        outbox.preferences.set('ada', paused);
      },
    ],
  ];

  test.each(gone)(
    '%s cancels the digest, and the history says why',
    async (_name, code, happens) => {
      happens();
      expect(await deliver()).toBe('settled');
      expect(mails).toEqual([]);
      expect(state()).toMatchObject({ state: 'cancelled', code });
      expect(outbox.records.get('ada/d')).toMatchObject({
        state: 'cancelled',
        code,
        subject: expect.stringContaining('keyword a') as string,
      });
    },
  );

  test('a deleted account cancels the digest without a history entry', async () => {
    recipient = null;
    expect(await deliver()).toBe('settled');
    expect(mails).toEqual([]);
    expect(state()).toMatchObject({ state: 'cancelled', code: 'no-account' });
    expect(outbox.records.size).toBe(0);
  });

  test('a digest is cancelled if all its alerts are deleted or paused', async () => {
    outbox.alerts = [];
    expect(await deliver()).toBe('settled');
    expect(mails).toEqual([]);
    expect(state()).toMatchObject({ state: 'cancelled', code: 'nothing-left' });
  });
});

test('a mail omits sections of alerts deleted since the planning', async () => {
  outbox.alerts = outbox.alerts.filter(({ alertId }) => alertId === 'b-1');
  await deliver();
  expect(mails.map(({ sections }) => sections)).toEqual([['b-1']]);
  expect(outbox.records.get('ada/d')?.alerts.map(({ alertId }) => alertId)).toEqual(['b-1']);
});

test('an account deleted during composition gets neither mail nor history', async () => {
  composing = () => {
    outbox.digests.clear();
    return Promise.resolve();
  };
  expect(await deliver()).toBe('settled');
  expect(mails).toEqual([]);
  expect(outbox.digests.size + outbox.records.size).toBe(0);
});

test('an account deleted during sending gets no history', async () => {
  sending = () => {
    outbox.digests.clear();
    return Promise.resolve();
  };
  expect(await deliver()).toBe('settled');
  expect(outbox.digests.size + outbox.records.size).toBe(0);
});

test('a rejected digest fails permanently', async () => {
  answers = [{ kind: 'rejected', reason: 'sendgrid-400' }];
  expect(await deliver()).toBe('settled');
  expect(await deliver()).toBe('settled');
  expect(mails).toHaveLength(1);
  expect(outbox.records.get('ada/d')).toMatchObject({ state: 'failed', code: 'sendgrid-400' });
});

test('refused content is sent in the plain form, and fails if that is refused too', async () => {
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
  expect(loggedPairs()).toEqual([]);
});

test.each(['refusal was stored', 'plain form was sent'])(
  'a crash after the %s loses no mail',
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

test('an unavailable mail service is retried', async () => {
  answers = [unavailable('sendgrid-429'), unavailable('sendgrid-503')];
  expect(await deliver()).toBe('later');
  expect(state()).toMatchObject({ state: 'queued', code: 'sendgrid-429' });
  expect(outbox.records.size).toBe(0);
  expect(await deliver()).toBe('later');
  expect(await deliver()).toBe('settled');
  expect(state()).toMatchObject({ state: 'sent', attempt: 3, takeovers: 0, code: null });
});

describe('a mail service that does not respond', () => {
  test('a mail without a response is sent a second time later, but no third time', async () => {
    answers = [unknown, unknown];
    expect(await deliver()).toBe('settled');
    expect(delayed).toEqual([now + ASKED_AGAIN_AFTER_MS]);
    nowMs += ASKED_AGAIN_AFTER_MS - 1;
    expect(await deliver()).toBe('later');
    nowMs += 1;
    expect(await deliver()).toBe('settled');
    expect(delayed[1]).toBe(now + GIVE_UP_AFTER_MS + 1);
    expect(loggedPairs()).toEqual(pairsOf('a-1', 'b-1'));
    nowMs = delayed[1]! - 1;
    expect(await deliver()).toBe('later');
    nowMs += 1;
    expect(await deliver()).toBe('settled');
    expect(mails).toHaveLength(2);
    expect(outbox.records.get('ada/d')).toMatchObject({ state: 'failed', code: 'outcome-unknown' });
    expect(loggedPairs()).toEqual([]);
    expect(outbox.retryAtMs.get('ada')).toBe(nowMs + HOUR_MS);
  });

  test('a mail without a response is not sent again until the service responds', async () => {
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

describe('delivery reports', () => {
  const report = (of: Parameters<typeof settleReport>[2]) =>
    settleReport({ store: outbox.store(), now: () => nowMs }, 'd', of);

  test('a report settles a digest with an unknown outcome once', async () => {
    answers = [unknown];
    await deliver();
    expect(await report({ kind: 'taken' })).toBe(true);
    expect(await report({ kind: 'taken' })).toBe(false);
    expect(state()).toMatchObject({ state: 'sent' });
    expect(outbox.records.get('ada/d')).toMatchObject({ state: 'sent', code: null });
    nowMs += ASKED_AGAIN_AFTER_MS;
    await deliver();
    expect(mails).toHaveLength(1);
    expect(loggedPairs()).toEqual(pairsOf('a-1', 'b-1'));
  });

  test.each(['blocked', 'dropped', 'bounce'] as const)(
    'a returned mail (%s) is in the history, and its matches are unsent again, once',
    async (reason) => {
      outbox.alerts = outbox.alerts.filter(({ alertId }) => alertId === 'b-1');
      await deliver();
      expect(loggedPairs()).toEqual(pairsOf('b-1'));
      expect(await report({ kind: 'returned', reason })).toBe(true);
      expect(await report({ kind: 'returned', reason })).toBe(false);
      expect(outbox.records.get('ada/d')).toMatchObject({ state: 'failed', code: reason });
      expect(loggedPairs()).toEqual([]);
      expect(outbox.retryAtMs.get('ada')).toBe(now + HOUR_MS);
    },
  );

  test('a report of an unsent or deleted digest changes nothing', async () => {
    expect(await report({ kind: 'returned', reason: 'blocked' })).toBe(false);
    expect(await report({ kind: 'taken' })).toBe(false);
    expect(state()).toMatchObject({ state: 'queued', attempt: 0 });
    outbox.digests.clear();
    expect(await report({ kind: 'returned', reason: 'blocked' })).toBe(false);
    expect(outbox.records.size).toBe(0);
  });
});

describe('changes since the planning', () => {
  const change = (fields: object) => {
    outbox.alerts = outbox.alerts.map((alert) =>
      alert.alertId === 'a-1' ? { ...alert, ...fields } : alert,
    );
  };

  test.each([
    ['a word is excluded', { keyword: 'keyword a -sponsor', language: 1 }],
    ['a keyword becomes a query', { language: 1 }],
    ['transcripts are not matched any more', { spoken: false }],
  ])(
    'an edited alert cancels the digest, which is planned again immediately: %s',
    async (_name, fields) => {
      change(fields);
      expect(await deliver()).toBe('settled');
      expect(mails).toEqual([]);
      expect(state()).toMatchObject({ state: 'cancelled', code: 'changed' });
      expect(outbox.records.size).toBe(0);
      expect(loggedPairs()).toEqual([]);
      expect(outbox.retryAtMs.get('ada')).toBe(now);
    },
  );

  test('an edited alert cancels a digest that may have been sent', async () => {
    answers = [unknown];
    await deliver();
    change({ keyword: 'keyword a -sponsor', language: 1 });
    nowMs += ASKED_AGAIN_AFTER_MS;
    await deliver();
    expect(mails).toHaveLength(1);
    expect(state()).toMatchObject({ state: 'cancelled', code: 'changed' });
  });

  test.each(['weekly', 'daily', 'hourly'] as const)(
    'a daily digest is sent although the person chose a %s cadence since',
    async (cadence) => {
      outbox.preferences.set('ada', { ...DEFAULT_PREFERENCES, cadence, updatedAtMs: now });
      await deliver();
      expect(state()).toMatchObject({ state: 'sent' });
    },
  );
});

test('an error before sending is retried without counting as an attempt', async () => {
  composing = () => Promise.reject(new Error('no fonts'));
  expect(await deliver()).toBe('later');
  expect(state()).toMatchObject({ state: 'queued', code: 'internal', attempt: 0, takeovers: 0 });
  composing = () => Promise.resolve();
  timeZones = [];
  plain = [];
  expect(await deliver()).toBe('settled');
  expect(mails).toHaveLength(1);
});

test('a digest that is too old fails even if its mail cannot be composed', async () => {
  composing = () => Promise.reject(new Error('no fonts'));
  nowMs += GIVE_UP_AFTER_MS + 1;
  expect(await deliver()).toBe('settled');
  expect(state()).toMatchObject({ state: 'failed', code: 'gave-up' });
});

describe('log entries of deliveries', () => {
  const entry = { digestId: 'd', uid: 'ada', attempt: 1 };

  test.each<[string, SendOutcome, Record<string, unknown>]>([
    [
      'an accepted mail',
      { kind: 'accepted', messageId: 'm' },
      { ...entry, severity: 'INFO', event: 'digest-accepted', code: null },
    ],
    [
      'a rejected mail (an error)',
      { kind: 'rejected', reason: 'sendgrid-400' },
      { ...entry, severity: 'ERROR', event: 'digest-rejected', code: 'sendgrid-400' },
    ],
    [
      'a delayed mail',
      unavailable('sendgrid-503'),
      { ...entry, severity: 'INFO', event: 'digest-unavailable', code: 'sendgrid-503' },
    ],
    [
      'a mail with an unknown outcome (a warning)',
      unknown,
      { ...entry, severity: 'WARNING', event: 'digest-unknown', code: 'sendgrid-timeout' },
    ],
  ])('logs %s', async (_name, answer, expected) => {
    answers = [answer];
    await deliver();
    expect(logged()).toEqual([expect.objectContaining(expected)]);
  });

  test('a mail that cannot be composed is logged as an error with a stack trace', async () => {
    composing = () => Promise.reject(new Error('no fonts'));
    await deliver();
    const ids = { digestId: 'd', uid: 'ada' };
    const error = expect.stringMatching(/no fonts\n +at /) as string;
    expect(logged()).toEqual([
      expect.objectContaining({ ...ids, severity: 'ERROR', event: 'digest-not-prepared', error }),
      expect.objectContaining({ ...ids, severity: 'INFO', event: 'digest-postpone' }),
    ]);
  });

  test('a digest that is too old is logged as an error', async () => {
    nowMs += GIVE_UP_AFTER_MS + 1;
    await deliver();
    const failed = { digestId: 'd', uid: 'ada', code: 'gave-up' };
    expect(logged()).toEqual([
      expect.objectContaining({ ...failed, severity: 'ERROR', event: 'digest-failed' }),
    ]);
  });
});

async function die(): Promise<void> {
  void deliver();
  await new Promise((resolve) => setImmediate(resolve));
}

describe('crashed senders', () => {
  test('crashes before sending do not count as attempts', async () => {
    composing = () => NEVER;
    for (let deaths = 0; deaths < 5; deaths += 1) await die();
    expect(state()).toMatchObject({ state: 'queued', attempt: 0, takeovers: 0 });
    composing = () => Promise.resolve();
    expect(await deliver()).toBe('settled');
    expect(mails).toHaveLength(1);
    expect(state()).toMatchObject({ state: 'sent', attempt: 1, takeovers: 0 });
  });

  test('a crash during sending causes a second attempt, but no third', async () => {
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
    expect(loggedPairs()).toEqual([]);
  });
});

test('only one of two concurrent deliveries sends the digest', async () => {
  expect((await Promise.all([deliver(), deliver()])).sort()).toEqual(['later', 'settled']);
  expect(mails).toHaveLength(1);
});

describe('matches that were not mailed for certain', () => {
  test('removes a rejected digest from the sent log', async () => {
    answers = [{ kind: 'rejected', reason: 'sendgrid-400' }];
    await deliver();
    expect(loggedPairs()).toEqual([]);
    expect(outbox.unmailedAtMs.get('ada')).toBe(now);
  });

  test('removes a digest that failed after a day from the sent log', async () => {
    answers = [unavailable('sendgrid-503')];
    await deliver();
    expect(loggedPairs()).toEqual(pairsOf('a-1', 'b-1'));
    nowMs += GIVE_UP_AFTER_MS + 1;
    expect(await deliver()).toBe('settled');
    expect(state()).toMatchObject({ state: 'failed', code: 'gave-up' });
    expect(loggedPairs()).toEqual([]);
  });

  test.each(['paused', 'unverified', 'no-address', 'suppressed', 'nothing-left'])(
    'removes a cancelled digest from the sent log: %s',
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
      expect(loggedPairs()).toEqual([]);
    },
  );

  test.each([
    ['cancelled', () => (recipient = { emailVerified: true, disabled: false })],
    ['refused', () => answers.push({ kind: 'rejected', reason: 'sendgrid-400' })],
    ['given up', () => (nowMs += GIVE_UP_AFTER_MS)],
  ])(
    'a digest leaves the sent log after an unknown outcome if the second attempt is %s',
    async (_name, happens) => {
      answers = [unknown];
      await deliver();
      nowMs += ASKED_AGAIN_AFTER_MS;
      happens();
      await deliver();
      expect(state()?.finishedAtMs).not.toBeNull();
      expect(loggedPairs()).toEqual([]);
    },
  );

  test('sections of alerts deleted before sending leave the sent log', async () => {
    outbox.alerts = outbox.alerts.filter(({ alertId }) => alertId === 'b-1');
    await deliver();
    expect(state()).toMatchObject({ state: 'sent' });
    expect(loggedPairs()).toEqual(pairsOf('b-1'));
  });
});

describe('matches that stay in the sent log', () => {
  test('mailed and queued digests stay in the sent log', async () => {
    answers = [unavailable('sendgrid-503')];
    await deliver();
    expect(loggedPairs()).toEqual(pairsOf('a-1', 'b-1'));
    await deliver();
    expect(loggedPairs()).toEqual(pairsOf('a-1', 'b-1'));
    expect(outbox.unmailedAtMs.size).toBe(0);
  });

  test('digests of a deleted account stay in the sent log', async () => {
    recipient = null;
    await deliver();
    expect(loggedPairs()).toEqual(pairsOf('a-1', 'b-1'));
    expect(outbox.unmailedAtMs.size).toBe(0);
  });
});

describe('a pause requested by the mail service', () => {
  test('a digest is sent after the requested pause, by whichever process', async () => {
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

  test('the pause is ten seconds if the service gives no time', async () => {
    answers = [unavailable('sendgrid-429', 0)];
    await deliver();
    expect(delayed).toEqual([now + 10_000]);
  });

  test('a rejected mail causes no pause', async () => {
    outbox.digests.set('other', digest);
    answers = [{ kind: 'rejected', reason: 'sendgrid-400' }, unavailable('sendgrid-429', 30_000)];
    await deliver();
    expect(delayed).toEqual([]);
    await deliver('other');
    expect(delayed).toEqual([now + 30_000]);
  });
});
