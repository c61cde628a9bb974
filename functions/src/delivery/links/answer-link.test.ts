import { FieldValue } from 'firebase-admin/firestore';
import { beforeEach, expect, test } from 'vitest';
import {
  alertIdentity,
  DAY_MS,
  HOUR_MS,
  MAX_KEYWORD_LENGTH,
  newAlert,
} from '../../contract/index.ts';
import type { UnsubscribeKeys } from '../../platform/mail-config.ts';
import { storedFirestore, type StoredFirestore } from '../../platform/testing/stored-firestore.ts';
import { keepLog, logEntries } from '../../testing/test-log.ts';
import { answerLink } from './answer-link.ts';
import { type LinkGrant, readLink, signLink, signPage } from './link-token.ts';
import { saidOf } from './said-alert.ts';
import type { LinkWish } from './unsubscribe-form.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const KEYS: UnsubscribeKeys = ['x'.repeat(32)];
const PERSON = 'users/ada';
const ALERT = 'users/ada/alerts/001';
const ALERT_ID = alertIdentity('001', NOW - DAY_MS);
const FIELDS = { keyword: 'openai', createdAt: new Date(NOW - DAY_MS) };
const UNDO = { wish: 'undo', label: 'Undo' };

const oneClick: LinkGrant = { kind: 'one-click', uid: 'ada' };
const all: LinkGrant = { kind: 'stop-all', uid: 'ada' };
const alert: LinkGrant = { kind: 'stop-alert', uid: 'ada', alertId: ALERT_ID };
const said = { said: saidOf({ keyword: 'openai' }) };
const exclude: LinkGrant = {
  kind: 'exclude',
  uid: 'ada',
  alertId: ALERT_ID,
  term: 'advert',
  ...said,
};
const weekly: LinkGrant = { kind: 'cadence', uid: 'ada', to: 'weekly', from: 'daily' };

let now = NOW;
let world: StoredFirestore;

beforeEach(() => {
  now = NOW;
  world = storedFirestore(() => now);
  world.users.push({ uid: 'ada' });
  world.set(PERSON, { cadence: 'daily', hour: 9 });
  world.set(ALERT, FIELDS);
});

/** Opens a link's page, or presses one of its buttons. */
async function open(grant: LinkGrant, wish?: LinkWish) {
  const token = signLink(grant, KEYS);
  const press = wish && { wish, proof: signPage(token, KEYS) };
  const answered = await answerLink(token, press ? { press, isOneClick: false } : null, KEYS);
  return answered?.page;
}

const post = (grant: LinkGrant, isOneClick: boolean, press = null) =>
  answerLink(signLink(grant, KEYS), { press, isOneClick }, KEYS);
const stored = (path: string) => world.stored()[path];

test('a page only describes what its link does', async () => {
  const before = world.stored();
  expect(await open(all)).toEqual({
    title: 'Stop all alert emails?',
    text: 'You will get no more emails about your keywords. They stay saved, and you can turn the emails on again at any time.',
    button: { wish: 'stop', label: 'Unsubscribe from all alerts' },
  });
  expect(await open({ ...alert, ...said })).toEqual({
    title: 'Pause the alert for “openai”?',
    text: 'You will get no more emails about it. Your other alerts continue as before, and you can resume this one at any time.',
    button: { wish: 'stop', label: 'Pause this alert' },
  });
  expect(await open(exclude)).toEqual({
    title: 'Exclude “advert” from your alert for “openai”?',
    text: 'You will get no more emails about episodes that mention it. Everything else continues as before, and you can undo it at any time.',
    button: { wish: 'change', label: 'Exclude it' },
  });
  expect(await open(weekly)).toEqual({
    title: 'Get one email a week instead?',
    text: 'After this your alert emails come once a week. You can change it at any time.',
    button: { wish: 'change', label: 'Get one email a week' },
  });
  expect(world.stored()).toEqual(before);
});

test('only a button, or a mailbox that unsubscribes, acts', async () => {
  const before = world.stored();
  for (const grant of [all, alert, exclude, weekly]) {
    expect(await post(grant, false)).toMatchObject({ isAccepted: false });
  }
  for (const grant of [alert, exclude, weekly]) {
    expect(await post(grant, true)).toMatchObject({ isAccepted: false });
  }
  const press = { wish: 'stop' as const, proof: 'x'.repeat(43) };
  expect(await post(all, false, press as never)).toMatchObject({ isAccepted: false });
  expect(world.stored()).toEqual(before);
  expect(await post(oneClick, false)).toMatchObject({ isAccepted: true });
  expect(stored(PERSON)).toMatchObject({ cadence: 'paused' });
  world.set(PERSON, { cadence: 'daily' });
  expect(await post(all, true)).toMatchObject({ isAccepted: true });
  expect(stored(PERSON)).toMatchObject({ cadence: 'paused' });
  expect(await answerLink('u1.x.y', null, KEYS)).toBeNull();
});

test('a page proves itself to its own buttons only', async () => {
  const token = signLink(all, KEYS);
  const answered = await answerLink(token, null, KEYS);
  expect(answered).toMatchObject({ isAccepted: true, proof: signPage(token, KEYS) });
  expect(await open(all, 'change')).toBeUndefined();
  expect(await open(exclude, 'stop')).toBeUndefined();
  expect(await open(weekly, 'undo')).toBeUndefined();
});

test('stops all mail, and an undo within a day restores it', async () => {
  const page = {
    title: 'You are unsubscribed',
    text: 'You will get no more alert emails. Your keywords stay saved.',
  };
  expect(await open(all, 'stop')).toEqual({ ...page, button: UNDO });
  expect(stored(PERSON)).toEqual({
    cadence: 'paused',
    cadenceBeforePause: 'daily',
    hour: 9,
    updatedAt: NOW,
    changedByLink: { at: NOW, before: 'daily' },
  });
  const paused = stored(PERSON);
  now += HOUR_MS;
  expect(await open(all, 'stop')).toEqual({ ...page, button: UNDO });
  expect(stored(PERSON)).toEqual(paused);
  expect(await open(all, 'undo')).toEqual({
    title: 'Your alert emails are on again',
    text: 'You will get new episodes as before.',
    button: null,
  });
  expect(stored(PERSON)).toEqual({ cadence: 'daily', hour: 9, updatedAt: now });
  await open(all, 'stop');
  now += DAY_MS + 1;
  expect(await open(all, 'undo')).toEqual({ ...page, button: null });
  expect(stored(PERSON)).toMatchObject({ cadence: 'paused' });
});

test('stops the mail of somebody who never chose when it comes', async () => {
  world.remove(PERSON);
  await open(oneClick, 'stop');
  expect(stored(PERSON)).toMatchObject({ cadence: 'paused', cadenceBeforePause: 'daily' });
});

test('changes how often mail comes, and an undo restores it', async () => {
  const page = await open(weekly, 'change');
  expect(page).toMatchObject({
    title: 'Your alert emails come once a week now',
    text: 'Each has the new episodes for all your alerts.',
    button: { wish: 'change', label: 'Undo' },
  });
  expect(stored(PERSON)).toMatchObject({
    cadence: 'weekly',
    hour: 9,
    updatedAt: NOW,
    changedByLink: { at: NOW, before: 'daily' },
  });
  const back = readLink(page?.button?.token ?? '', KEYS);
  expect(back).toEqual({ kind: 'cadence', uid: 'ada', to: 'daily', from: 'weekly' });
  expect(await open(back!)).toEqual({
    title: 'Change it back?',
    text: 'After this your alert emails come once a day. You can change it at any time.',
    button: { wish: 'change', label: 'Change it back' },
  });
  expect(await open(back!, 'change')).toEqual({
    title: 'Your alert emails come once a day now',
    text: 'Each has the new episodes for all your alerts.',
    button: null,
  });
  expect(stored(PERSON)).toEqual({ cadence: 'daily', hour: 9, updatedAt: NOW });
  expect(await open(back!)).toMatchObject({ button: null });
});

test('a link does not turn mail on that its owner has stopped', async () => {
  world.set(PERSON, { cadence: 'paused' });
  const off = {
    title: 'Your alert emails are off',
    text: 'This link cannot turn them on. Sign in to do so.',
    button: null,
  };
  expect(await open(weekly)).toEqual(off);
  expect(await open(weekly, 'change')).toEqual(off);
  expect(stored(PERSON)).toEqual({ cadence: 'paused' });
  expect(await open({ ...weekly, to: 'paused' })).toEqual({
    title: 'Your alert emails are off now',
    text: 'You can turn them on again at any time.',
    button: null,
  });
});

test('a link does not bring back a cadence that its owner has changed', async () => {
  await open(weekly, 'change');
  world.update(PERSON, { cadence: 'hourly', updatedAt: new Date(NOW + 1) });
  const daily: LinkGrant = { ...weekly, to: 'daily', from: 'weekly' };
  const page = {
    title: 'This link no longer works',
    text: 'You have since chosen another frequency. Sign in to change it.',
    button: null,
  };
  expect(await open(daily)).toEqual(page);
  expect(await open(daily, 'change')).toEqual(page);
  expect(stored(PERSON)).toMatchObject({ cadence: 'hourly' });
  world.update(PERSON, { changedByLink: { at: new Date(NOW + 1), before: 5 } });
  expect(await open(daily)).toEqual(page);
  world.update(PERSON, { changedByLink: { at: 5, before: 'daily' }, updatedAt: 5 });
  expect(await open(daily)).toEqual(page);
});

test('speaks of a cadence of a later version', async () => {
  world.set(PERSON, { cadence: 'monthly' });
  expect(await open({ ...weekly, to: 'monthly' })).toMatchObject({
    title: 'Your alert emails come as chosen (monthly) now',
  });
});

test('pauses one alert, and an undo within a day resumes it', async () => {
  const grant = { ...alert, ...said };
  const text = 'You will get no more emails about it. Your other alerts continue as before.';
  const page = { title: 'The alert for “openai” is paused', text };
  expect(await open(grant, 'stop')).toEqual({ ...page, button: UNDO });
  const paused = { keyword: 'openai', createdAt: NOW - DAY_MS, paused: true };
  expect(stored(ALERT)).toEqual({ ...paused, pausedAt: NOW, pausedByLinkAt: NOW });
  now += HOUR_MS;
  await open(grant, 'stop');
  expect(stored(ALERT)).toMatchObject({ pausedAt: NOW });
  expect(await open(grant, 'undo')).toEqual({
    title: 'The alert for “openai” is on again',
    text: 'You will get new episodes that mention it.',
    button: null,
  });
  expect(stored(ALERT)).toEqual({ ...paused, paused: false, changedAt: now });
  expect(await open(grant, 'undo')).toMatchObject({ title: 'The alert for “openai” is on again' });
  await open(grant, 'stop');
  now += DAY_MS + 1;
  expect(await open(grant, 'undo')).toEqual({ ...page, button: null });
  expect(stored(ALERT)).toMatchObject({ paused: true });
});

test('pauses one alert for 30 days, and an undo within a day resumes it', async () => {
  const grant: LinkGrant = {
    ...said,
    kind: 'pause-alert',
    uid: 'ada',
    alertId: ALERT_ID,
    days: 30,
  };
  expect(await open(grant)).toEqual({
    title: 'Pause the alert for “openai” for 30 days?',
    text: 'You will get no emails about it until then. Your other alerts continue as before, and you can resume this one at any time.',
    button: { wish: 'stop', label: 'Pause for 30 days' },
  });
  const page = {
    title: 'The alert for “openai” is paused until December 21',
    text: 'After that, you will get new episodes again. Your other alerts continue as before.',
  };
  expect(await open(grant, 'stop')).toEqual({ ...page, button: UNDO });
  const endMs = NOW + 30 * DAY_MS;
  const paused = { keyword: 'openai', createdAt: NOW - DAY_MS, paused: true };
  const byLink = { pausedAt: NOW, pausedByLinkAt: NOW };
  expect(stored(ALERT)).toEqual({ ...paused, ...byLink, pausedUntil: endMs });
  now += HOUR_MS;
  expect(await open({ ...alert, ...said }, 'stop')).toEqual({ ...page, button: UNDO });
  await open(grant, 'undo');
  expect(stored(ALERT)).toEqual({ ...paused, paused: false, changedAt: now });
  await open(grant, 'stop');
  now += DAY_MS + 1;
  expect(await open(grant, 'undo')).toEqual({ ...page, button: null });
});

test('a link pauses an alert again whose pause ended by itself, and an undo restores that end', async () => {
  const endMs = NOW - HOUR_MS;
  world.update(ALERT, { paused: true, pausedAt: new Date(0), pausedUntil: new Date(endMs) });
  expect(await open(alert)).toMatchObject({ title: 'Pause the alert of this email?' });
  await open(alert, 'stop');
  expect(stored(ALERT)).toMatchObject({ paused: true, pausedAt: NOW, resumedAt: endMs });
  expect(stored(ALERT)).not.toHaveProperty('pausedUntil');
  await open(alert, 'undo');
  expect(stored(ALERT)).toMatchObject({ paused: false, resumedAt: endMs, changedAt: NOW });
});

test('an undo resumes no alert that its owner has paused or resumed since', async () => {
  world.update(ALERT, { paused: true, pausedAt: new Date(NOW) });
  expect(await open(alert, 'undo')).toMatchObject({ title: 'The alert of this email is paused' });
  expect(stored(ALERT)).toMatchObject({ paused: true });
  world.update(ALERT, { pausedByLinkAt: new Date(NOW), resumedAt: new Date(NOW + 1) });
  await open(alert, 'undo');
  expect(stored(ALERT)).toMatchObject({ paused: true });
});

test('names an alert only if the mail showed its query', async () => {
  expect(await open(alert)).toMatchObject({ title: 'Pause the alert of this email?' });
  const other = { ...alert, said: saidOf({ keyword: 'another' }) };
  expect(await open(other)).toMatchObject({ title: 'Pause the alert of this email?' });
  expect(await open({ ...exclude, ...other, kind: 'exclude', term: 'x' })).toMatchObject({
    title: 'Your alert has changed since this email',
  });
});

test('describes an alert that has more than a keyword', async () => {
  world.set(ALERT, { ...FIELDS, spoken: false });
  const grant = { ...alert, ...said };
  const pages = [await open(grant), await open(grant, 'stop'), await open(grant, 'undo')];
  const description = pages[2]?.text ?? '';
  expect(description).not.toBe('');
  expect(description).not.toContain('mention it');
  for (const page of pages) expect(page?.text).toContain(description);
  expect((await open(alert))?.text).not.toContain(description);
});

test('finds no alert that was deleted, even if a new one has its slot', async () => {
  const lines = keepLog();
  const gone = {
    title: 'This alert no longer exists',
    text: 'The alert, or the account that it belonged to, was deleted. You will get no more emails about it.',
    button: null,
  };
  world.set(ALERT, { ...FIELDS, createdAt: new Date(NOW) });
  for (const grant of [alert, exclude]) expect(await open(grant)).toEqual(gone);
  expect(await open(alert, 'stop')).toEqual(gone);
  world.remove(ALERT);
  expect(await open(alert)).toEqual(gone);
  world.users.splice(0);
  expect(await open(all, 'stop')).toEqual(gone);
  expect(stored(PERSON)).toEqual({ cadence: 'daily', hour: 9 });
  const [first, second, third] = logEntries(lines);
  expect(first).toMatchObject({
    message: 'unsubscribe',
    wish: 'show',
    grants: 'stop-alert',
    isGone: true,
  });
  expect(second).toMatchObject({ message: 'alert-change', grants: 'exclude' });
  expect(third).toMatchObject({ message: 'unsubscribe', wish: 'stop' });
});

test('logs that a link worked', async () => {
  const lines = keepLog();
  await open(all, 'stop');
  expect(logEntries(lines)).toMatchObject([{ wish: 'stop', grants: 'stop-all', isGone: false }]);
});

test('excludes a term from an alert, and an undo within a day restores it', async () => {
  const before = stored(ALERT);
  expect(await open(exclude, 'change')).toEqual({
    title: 'Your alert now excludes “advert”',
    text: 'Episodes that mention openai, but not advert.',
    button: UNDO,
  });
  expect(stored(ALERT)).toEqual({
    keyword: 'openai -advert',
    language: 1,
    createdAt: NOW - DAY_MS,
    changedAt: NOW,
    excluded: { advert: NOW },
    excludedByLink: { advert: NOW },
  });
  now += HOUR_MS;
  const excluded = stored(ALERT);
  expect(await open(exclude, 'change')).toMatchObject({ button: UNDO });
  expect(stored(ALERT)).toEqual(excluded);
  expect(await open(exclude, 'undo')).toEqual({
    title: 'Your alert no longer excludes “advert”',
    text: 'Episodes that mention “openai”.',
    button: null,
  });
  expect(stored(ALERT)).toEqual({
    ...(before as object),
    changedAt: now,
    excluded: {},
    excludedByLink: {},
  });
  expect(await open(exclude, 'undo')).toMatchObject({
    title: 'Your alert no longer excludes “advert”',
  });
  await open(exclude, 'change');
  now += DAY_MS + 1;
  expect(await open(exclude, 'undo')).toMatchObject({ button: null });
  expect(stored(ALERT)).toMatchObject({ keyword: 'openai -advert' });
});

test.each([
  '"venture capital"',
  '“venture capital”',
  'venture capital',
  'openai | "venture capital"',
  'venture capital AND openai',
  '(openai | a16z) AND funds NOT crypto',
])('an undo restores the alert %s as it was written, also after another link', async (keyword) => {
  world.set(ALERT, { ...newAlert(keyword), createdAt: FIELDS.createdAt });
  const before = stored(ALERT);
  const link: LinkGrant = { ...exclude, said: saidOf(newAlert(keyword)) };
  const other: LinkGrant = { ...link, term: 'show:"Hard Fork"' };
  await open(link, 'change');
  expect(await open(other)).toMatchObject({ button: { wish: 'change' } });
  await open(other, 'change');
  expect(await open(link, 'undo')).toMatchObject({
    title: 'Your alert no longer excludes “advert”',
  });
  expect(await open(other, 'undo')).toMatchObject({
    title: 'Your alert no longer excludes the show “Hard Fork”',
  });
  expect(stored(ALERT)).toEqual({
    ...(before as object),
    changedAt: NOW,
    excluded: {},
    excludedByLink: {},
  });
});

test('an undo removes the quotes that version 1.1 wrote when it excluded the term', async () => {
  const link: LinkGrant = { ...exclude, said: saidOf({ keyword: 'venture capital' }) };
  const since = new Date(NOW - HOUR_MS);
  const times = { excluded: { advert: since }, excludedByLink: { advert: since } };
  world.set(ALERT, { ...FIELDS, keyword: '"venture capital" -advert', language: 1, ...times });
  await open(link, 'undo');
  expect(stored(ALERT)).toMatchObject({ keyword: 'venture capital', excluded: {} });
});

test('restores the excluded term only, and none that its owner has excluded', async () => {
  const other: LinkGrant = { ...exclude, term: 'a.b' };
  await open(exclude, 'change');
  expect(await open(other, 'change')).toMatchObject({ title: 'Your alert now excludes “a.b”' });
  await open(exclude, 'undo');
  expect(stored(ALERT)).toMatchObject({
    keyword: expect.stringContaining('a.b') as string,
    excluded: { 'a.b': NOW },
  });
  world.update(ALERT, { excluded: { 'a.b': new Date(NOW + 1) } });
  expect(await open(other, 'undo')).toMatchObject({ button: null });
  expect(stored(ALERT)).toMatchObject({ keyword: expect.stringContaining('a.b') as string });
});

test('changes nothing if the owner has removed the term again', async () => {
  await open(exclude, 'change');
  world.update(ALERT, { keyword: 'openai', language: FieldValue.delete() });
  const before = stored(ALERT);
  now += HOUR_MS;
  expect(await open(exclude, 'undo')).toMatchObject({
    title: 'Your alert no longer excludes “advert”',
  });
  expect(stored(ALERT)).toEqual(before);
});

test('changes no alert that its owner has reworded since', async () => {
  world.update(ALERT, { keyword: 'mistral', changedAt: new Date(NOW) });
  const page = {
    title: 'Your alert has changed since this email',
    text: 'This link no longer works. Sign in to change the alert.',
    button: null,
  };
  for (const wish of [undefined, 'change', 'undo'] as const) {
    expect(await open(exclude, wish)).toEqual(page);
  }
  expect(stored(ALERT)).toMatchObject({ keyword: 'mistral' });
});

test('a link of an older version works until the alert changes', async () => {
  const older: LinkGrant = { kind: 'exclude', uid: 'ada', alertId: ALERT_ID, term: 'advert' };
  expect(await open(older)).toMatchObject({
    title: 'Exclude “advert” from your alert of this email?',
  });
  expect(await open(older, 'change')).toMatchObject({
    title: 'Your alert now excludes “advert”',
    text: '',
    button: UNDO,
  });
  await open(older, 'undo');
  expect(await open(older)).toMatchObject({ title: 'Your alert has changed since this email' });
});

test('says that a keyword has no room for the term', async () => {
  const keyword = 'x'.repeat(MAX_KEYWORD_LENGTH);
  world.set(ALERT, { ...FIELDS, keyword });
  const grant = { ...exclude, said: saidOf({ keyword }) };
  const page = { title: '“advert” cannot be excluded', button: null };
  expect(await open(grant)).toMatchObject(page);
  expect(await open(grant, 'change')).toMatchObject(page);
  expect(stored(ALERT)).toMatchObject({ keyword });
});

test('says that two alerts are equal now', async () => {
  const equal = 'You now have two equal alerts. Emails show them as one.';
  world.set('users/ada/alerts/002', { ...FIELDS, keyword: 'openai -advert', language: 1 });
  expect((await open(exclude, 'change'))?.text).toContain(equal);
  world.update('users/ada/alerts/002', { keyword: 'openai' });
  expect((await open(exclude, 'undo'))?.text).toContain(equal);
  world.set('users/ada/alerts/002', { ...FIELDS, keyword: 'other' });
  expect((await open(exclude, 'change'))?.text).not.toContain(equal);
});

test('excludes a show by its name', async () => {
  const show = { ...exclude, term: 'show:"The Daily"' };
  expect(await open(show)).toMatchObject({
    title: 'Exclude the show “The Daily” from your alert for “openai”?',
    text: expect.stringContaining('shows with these words in their name') as string,
  });
  expect(await open(show, 'change')).toMatchObject({
    title: 'Your alert now excludes the show “The Daily”',
  });
});

test.each(['(advert | promo)', '-'])(
  'names what it excludes as the link does: %s',
  async (term) => {
    const page = await open({ ...exclude, term });
    expect(page?.title).toContain(`“${term}”`);
  },
);

test('offers no undo for an exclusion whose alert its owner has reworded', async () => {
  await open(exclude, 'change');
  world.update(ALERT, { keyword: 'mistral -advert' });
  expect(await open(exclude)).toMatchObject({
    title: 'Your alert now excludes “advert”',
    button: null,
  });
});

test('describes an alert with its choices after an exclusion', async () => {
  world.update(ALERT, { spoken: false, onlyAbout: true });
  expect(await open(exclude, 'change')).toMatchObject({
    text: 'Episodes that mention openai, but not advert. Show notes only, no transcripts. Main topic only.',
  });
});
