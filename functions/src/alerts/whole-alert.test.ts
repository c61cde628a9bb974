import { Timestamp } from 'firebase-admin/firestore';
import { beforeEach, expect, test } from 'vitest';
import { wholeAlert } from '../contract/fixtures/whole-alert.ts';
import { wholePreferences } from '../contract/fixtures/whole-preferences.ts';
import {
  type AlertFields,
  DAY_MS,
  DEFAULT_PREFERENCES,
  deliverySchema,
  HOUR_MS,
  newAlertSchema,
  newPreferencesSchema,
  sameAlertFields,
  withMillis,
} from '../contract/index.ts';
import type { OutgoingMail } from '../delivery/mail/transport/mailer.ts';
import { keepLog } from '../testing/test-log.ts';
import { renderDigestMail } from '../delivery/mail/digest/digest-mail.ts';
import { digestLinks } from '../delivery/mail/digest/digest-links.ts';
import { deliverDigest } from './outbox/deliver-digest.ts';
import { messageParts } from './fixtures/message-parts.ts';
import { storedOutbox } from './fixtures/stored-outbox.ts';
import {
  readActiveAlert,
  readPreferences,
  SELECTED_OF_ALERT,
  SELECTED_OF_PERSON,
} from './alert-record.ts';
import { applyChanges, emptyIndex, packIndex, unpackIndex } from './match/shard-index.ts';
import { memoryEpisodes } from './fixtures/memory-episodes.ts';
import { newEpisode } from './fixtures/new-episode.ts';
import { deliveryFields, digestFields, readDigest } from './outbox/outbox-documents.ts';
import { newestChange } from './match/match-changes.ts';
import { createDigests } from './plan/create-digests.ts';
import { storeMatches } from './plan/store-matches.ts';

beforeEach(() => void keepLog());

const LINKS = {
  from: { name: 'Earshot', address: 'earshot@site.example' },
  siteUrl: 'https://site.example',
  unsubscribeKeys: ['k'.repeat(32)],
} as const;

const IN_MAIL = {
  keyword: 'ledgers',
  language: 'Without sponsor',
  spoken: 'Show notes only',
  onlyAbout: 'Main topic only',
} satisfies Record<keyof AlertFields, string>;

const EVERYBODY = { from: '', before: null };
/** Friday, 17:00 in Kolkata: the slot of `wholePreferences`. */
const SLOT = Date.UTC(2026, 10, 20, 11, 30);
const SAVED = SLOT - 10 * DAY_MS;

const at = (atMs: number) => Timestamp.fromMillis(atMs);
const selected = (fields: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

const asked = { ...wholeAlert, mail: false as const };
const alertDocument = { ...wholeAlert, createdAt: at(SAVED), resumedAt: at(SAVED + HOUR_MS) };
const personDocument = {
  ...wholePreferences,
  updatedAt: at(SAVED + 1),
  unmailedAt: at(SAVED + 2),
  resumedAt: at(SAVED + 3),
  retryAt: at(SAVED + 4),
  channelsChangedAt: at(SAVED + 5),
  channels: [{ id: 'c'.repeat(20), kind: 'webhook', alerts: ['017'], sinceMs: 6, chosenAtMs: 7 }],
};
/** Has only the fields that the index's query selects. */
const alert = readActiveAlert('ada', '017', selected(alertDocument, SELECTED_OF_ALERT), SLOT)!;
const preferences = readPreferences(selected(personDocument, SELECTED_OF_PERSON));
const changes = { alerts: [alert], people: [{ uid: 'ada', preferences }] };

const episode = newEpisode({
  item: 'one',
  title: 'On ledgers',
  pubDateMs: SLOT - 2 * HOUR_MS,
  ingestedAtMs: SLOT - HOUR_MS,
});

function indexOf() {
  const index = emptyIndex();
  applyChanges(index, changes, EVERYBODY);
  return index;
}

test('the fixtures contain every field that a person can set', () => {
  expect(newAlertSchema.parse(asked)).toStrictEqual(asked);
  expect(Object.keys(asked)).toEqual(Object.keys(newAlertSchema.shape));
  expect(newPreferencesSchema.parse(wholePreferences)).toStrictEqual(wholePreferences);
  for (const [name, value] of Object.entries(wholePreferences)) {
    expect(DEFAULT_PREFERENCES, name).not.toHaveProperty(name, value);
  }
});

test('an index stores every field of an alert and of preferences', () => {
  const index = indexOf();
  expect(index.people.get('ada')).toMatchObject({ preferences, alerts: [alert] });
  expect(preferences).toMatchObject(wholePreferences);
  expect(unpackIndex(Buffer.concat([...packIndex(index, 0, EVERYBODY)]), 0, EVERYBODY)).toEqual(
    index,
  );
});

test.each(Object.keys(asked) as (keyof typeof asked)[])(
  'an index detects a change of %s in an alert',
  (name) => {
    const index = emptyIndex();
    const read = (fields: object) =>
      readActiveAlert('ada', '017', { ...alertDocument, ...fields }, SLOT)!;
    applyChanges(index, { alerts: [read(asked)], people: [] }, EVERYBODY);
    const changed = read({ ...asked, [name]: 'other' });
    expect(changed).not.toHaveProperty(name, asked[name]);
    expect(applyChanges(index, { alerts: [changed], people: [] }, EVERYBODY)).toBe(1);
  },
);

test.each(Object.keys(personDocument))('an index detects a change of %s in preferences', (name) => {
  const index = indexOf();
  const { [name]: _before, ...others } = personDocument as Record<string, unknown>;
  const people = [{ uid: 'ada', preferences: readPreferences(others) }];
  expect(applyChanges(index, { alerts: [], people }, EVERYBODY)).toBe(1);
});

test('every field of an alert reaches the mail and the history', async () => {
  const outbox = storedOutbox();
  outbox.saveAlert(alert);
  outbox.preferences.set('ada', preferences);
  const store = outbox.store();
  const queued: string[] = [];
  const enqueue = (id: string) => Promise.resolve(void queued.push(id));
  const catalogue = memoryEpisodes(() => [episode]).source();
  const parts = { ...messageParts(), store, queue: { enqueue } };
  const index = indexOf();
  const until = await newestChange(catalogue);
  await storeMatches(parts, index, {
    catalogue,
    since: null,
    until,
    nowMs: SLOT,
    lastRunAtMs: null,
  });
  const times = { lastRunAtMs: SLOT - HOUR_MS, nowMs: SLOT, everyoneDue: false, retried: [] };
  const none = new Set<string>();
  const rest = { repaired: none, unstored: none, blocked: none, ratePerSecond: 1 };
  await createDigests(parts, index, { ...times, ...rest }, catalogue);

  const [id = ''] = queued;
  const digest = outbox.digests.get(id)!;
  expect(digest.sections).toMatchObject([{ alertId: alert.alertId, ...wholeAlert }]);
  expect(digest.cadence).toBe(wholePreferences.cadence);
  const stored = digestFields(digest);
  expect(readDigest(stored)).toEqual(digest);
  outbox.digests.set(id, readDigest(stored));

  const mails: OutgoingMail[] = [];
  await deliverDigest(
    {
      store,
      mailer: {
        send: (mail) => {
          mails.push(mail);
          return Promise.resolve({ kind: 'accepted', messageId: 'm' });
        },
        isThere: () => Promise.resolve(true),
      },
      deliverAt: () => Promise.resolve(),
      findRecipient: () =>
        Promise.resolve({ email: 'ada@example.com', emailVerified: true, disabled: false }),
      isSuppressed: () => Promise.resolve(false),
      compose: async ({ cadence, sections }, timeZone) => {
        expect(sections).toMatchObject([wholeAlert]);
        const links = digestLinks('ada', LINKS);
        const content = { cadence, timeZone, alerts: sections };
        return { ...(await renderDigestMail(content, links)), headers: {} };
      },
      blockedShows: () => Promise.resolve(none),
      now: () => SLOT,
    },
    id,
  );
  const [mail] = mails;
  for (const part of [mail!.html, mail!.text]) {
    for (const text of Object.values(IN_MAIL)) expect(part).toContain(text);
  }

  const record = outbox.records.get(`ada/${id}`)!;
  expect(record.alerts).toMatchObject([{ alertId: alert.alertId, ...wholeAlert }]);
  const delivery = deliverySchema.parse({ id, ...withMillis(deliveryFields(record)) });
  expect(delivery.alerts).toMatchObject([wholeAlert]);
});

test('a change of any field counts as an edited alert', () => {
  for (const name of Object.keys(wholeAlert)) {
    expect(sameAlertFields(wholeAlert, { ...wholeAlert, [name]: undefined }), name).toBe(false);
  }
});
