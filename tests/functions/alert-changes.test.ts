import { Timestamp } from 'firebase/firestore/lite';
import { describe, expect, test } from 'vitest';
import { signLink } from '../../functions/src/delivery/links/link-token.ts';
import { saidOf } from '../../functions/src/delivery/links/said-alert.ts';
import { type Person, removeAccount, signUp } from '../support/account.ts';
import { pressLink } from './press-link.ts';
import { siteUrl, unsubscribeKeys } from '../support/stack.ts';
import { useDocuments } from '../support/use-documents.ts';

const documents = useDocuments();

const createdAt = Timestamp.now();

/** An alert's id in links: its slot and its creation date. */
const idOf = (slot: string, savedAtMs = createdAt.toMillis()) =>
  `${slot}-${savedAtMs.toString(36)}`;
const HARD_FORK = 'show:"Hard Fork"';

async function personWith(fields: object): Promise<Person> {
  const person = await signUp();
  await documents.seed({
    [`users/${person.uid}`]: { cadence: 'daily', hour: 9 },
    [`users/${person.uid}/alerts/001`]: { createdAt, ...fields },
  });
  return person;
}

function exclude({ uid }: Person, term: string, alertId = idOf('001'), keyword = 'openai') {
  const said = saidOf({ keyword });
  const token = signLink({ kind: 'exclude', uid, alertId, term, said }, unsubscribeKeys());
  return `${siteUrl()}/api/change?token=${token}`;
}

/** A link from an email that quoted this keyword. */
function saying({ uid }: Person, keyword: string, term: string): string {
  return exclude({ uid } as Person, term, idOf('001'), keyword);
}

/** A link from an email before 1.0, whose token does not contain the alert's keyword. */
function unsaid({ uid }: Person, term: string): string {
  const grant = { kind: 'exclude', uid, alertId: idOf('001'), term } as const;
  return `${siteUrl()}/api/change?token=${signLink(grant, unsubscribeKeys())}`;
}

function weekly({ uid }: Person, from = 'daily'): string {
  const token = signLink({ kind: 'cadence', uid, to: 'weekly', from }, unsubscribeKeys());
  return `${siteUrl()}/api/change?token=${token}`;
}

const look = async (address: string) => (await fetch(address)).text();

const press = async (address: string, wish = 'change') => (await pressLink(address, wish)).text();
const person = ({ uid }: Person) => documents.read(`users/${uid}`);
const alert = ({ uid }: Person, id = '001') => documents.read(`users/${uid}/alerts/${id}`);

describe('excluding something by a link', () => {
  test('asks before it changes anything', async () => {
    const ada = await personWith({ keyword: '<b>' });
    const page = await look(saying(ada, '<b>', HARD_FORK));
    expect(page).toContain('Exclude the show “Hard Fork” from your alert for “&lt;b&gt;”?');
    expect((await fetch(exclude(ada, HARD_FORK), { method: 'HEAD' })).status).toBe(200);
    expect(await alert(ada)).toEqual({ keyword: '<b>', createdAt });
  });

  test('excludes once on repeated clicks and states what the alert searches for now', async () => {
    const ada = await personWith({ keyword: 'openai', paused: false });
    const before = Date.now();
    for (let turn = 0; turn < 2; turn++) {
      const page = await press(saying(ada, 'openai', HARD_FORK));
      expect(page).toContain('Your alert now excludes the show “Hard Fork”');
      expect(page).toContain('Episodes that mention openai, outside Hard Fork.');
      expect(page).toContain('Undo');
    }
    const changed = await alert(ada);
    expect(changed).toMatchObject({
      keyword: 'openai -show:"Hard Fork"',
      language: 1,
      createdAt,
      paused: false,
      excluded: { [HARD_FORK]: expect.any(Timestamp) as unknown },
      changedAt: expect.any(Timestamp) as unknown,
    });
    const at = (changed?.['excluded'] as Record<string, Timestamp>)[HARD_FORK]!;
    expect(Math.abs(at.toMillis() - before)).toBeLessThan(30_000);
    expect(await look(exclude(ada, HARD_FORK))).toContain('Your alert now excludes');
    expect(await person(ada)).toEqual({ cadence: 'daily', hour: 9 });
  });

  test('restores the alert by undo, also when repeated', async () => {
    const ada = await personWith({ keyword: 'sam altman' });
    await press(saying(ada, 'sam altman', 'sponsor'));
    await press(saying(ada, 'sam altman', HARD_FORK));
    for (let turn = 0; turn < 2; turn++) {
      expect(await press(saying(ada, 'sam altman', 'sponsor'), 'undo')).toContain(
        'Your alert no longer excludes “sponsor”',
      );
    }
    expect(await alert(ada)).toMatchObject({ keyword: 'sam altman -show:"Hard Fork"' });
    await press(saying(ada, 'sam altman', HARD_FORK), 'undo');
    const back = await alert(ada);
    expect(back).toMatchObject({ keyword: 'sam altman', excluded: {} });
    expect(back).not.toHaveProperty('language');
  });

  test('keeps the meaning of an alert from before there was a query language', async () => {
    const ada = await personWith({ keyword: '-5' });
    const page = await press(saying(ada, '-5', 'sponsor'));
    expect(page).toContain('Episodes that mention -5, but not sponsor.');
    expect(await alert(ada)).toMatchObject({ keyword: '"-5" -sponsor', language: 1 });
  });

  test('refuses an exclusion without room and states the reason', async () => {
    const keyword = 'x'.repeat(195);
    const ada = await personWith({ keyword });
    for (const page of [
      await look(saying(ada, keyword, HARD_FORK)),
      await press(saying(ada, keyword, HARD_FORK)),
    ]) {
      expect(page).toContain('The show “Hard Fork” cannot be excluded');
      expect(page).toContain('the limit is 200 characters and 20 words');
    }
    expect(await alert(ada)).toEqual({ keyword, createdAt });
  });

  test('warns when another alert is equal afterwards', async () => {
    const ada = await personWith({ keyword: 'openai' });
    await documents.seed({
      [`users/${ada.uid}/alerts/002`]: { keyword: 'openai -sponsor', language: 1, createdAt },
    });
    expect(await press(exclude(ada, 'sponsor'))).toContain('You now have two equal alerts');
    expect(await alert(ada)).toMatchObject({ keyword: 'openai -sponsor' });
  });
});

describe('a link after the alert was reworded', () => {
  const GARDENING = { keyword: 'gardening', createdAt, changedAt: createdAt };

  test.each([
    ['an email', saying],
    ['an email from before 1.0', (ada: Person, _: string, term: string) => unsaid(ada, term)],
  ])('refuses to change the alert by %s', async (_, linkOf) => {
    const ada = await personWith({ keyword: 'openai' });
    const old = linkOf(ada, 'openai', HARD_FORK);
    await documents.seed({ [`users/${ada.uid}/alerts/001`]: GARDENING });
    for (const page of [await look(old), await press(old), await press(old, 'undo')]) {
      expect(page).toContain('Your alert has changed since this email');
      expect(page).not.toMatch(/gardening|<button/);
    }
    expect(await alert(ada)).toEqual(GARDENING);
  });

  test('refuses to undo an exclusion of a reworded alert', async () => {
    const ada = await personWith({ keyword: 'openai' });
    const old = saying(ada, 'openai', HARD_FORK);
    await press(old);
    const reworded = { ...(await alert(ada)), keyword: 'gardening -show:"Hard Fork"' };
    await documents.seed({ [`users/${ada.uid}/alerts/001`]: reworded });
    for (const page of [await look(old), await press(old, 'undo')]) {
      expect(page).not.toMatch(/gardening|<button/);
    }
    expect(await alert(ada)).toEqual(reworded);
  });

  test('still excludes if the alert only got more exclusions', async () => {
    const ada = await personWith({
      keyword: 'openai -sponsor -"big tech"',
      language: 1,
      changedAt: createdAt,
    });
    await press(saying(ada, 'openai', HARD_FORK));
    expect(await alert(ada)).toMatchObject({
      keyword: 'openai -sponsor -"big tech" -show:"Hard Fork"',
    });
  });

  test('applies a link from before 1.0 to an alert that was never changed', async () => {
    const ada = await personWith({ keyword: 'openai' });
    expect(await press(unsaid(ada, HARD_FORK))).toContain('Your alert now excludes');
    expect(await alert(ada)).toMatchObject({ keyword: 'openai -show:"Hard Fork"' });
    await press(unsaid(ada, HARD_FORK), 'undo');
    expect(await alert(ada)).toMatchObject({ keyword: 'openai' });
  });
});

describe('weekly emails by a link', () => {
  test('asks, applies and undoes the weekly rhythm and changes nothing else', async () => {
    const ada = await personWith({ keyword: 'openai' });
    expect(await look(weekly(ada))).toContain('Get one email a week instead?');
    expect(await person(ada)).toEqual({ cadence: 'daily', hour: 9 });
    const done = await press(weekly(ada));
    expect(done).toContain('Your alert emails come once a week now');
    expect(await person(ada)).toMatchObject({ cadence: 'weekly', hour: 9 });
    const [, undo = ''] = /action="([^"]*)"/.exec(done) ?? [];
    const undone = await press(`${siteUrl()}/api/change${undo}`);
    expect(undone).toContain('Your alert emails come once a day now');
    expect(await person(ada)).toMatchObject({ cadence: 'daily', hour: 9 });
  });

  test('offers undo when the page is opened again, and undoes once', async () => {
    const ada = await personWith({ keyword: 'openai' });
    await press(weekly(ada, 'hourly'));
    expect(await press(weekly(ada, 'hourly'))).toContain('once a week now');
    const [, undo = ''] = /action="([^"]*)"/.exec(await look(weekly(ada, 'hourly'))) ?? [];
    await press(`${siteUrl()}/api/change${undo}`);
    // Restores the cadence from before the link, although the email assumed another.
    expect(await person(ada)).toMatchObject({ cadence: 'daily' });
  });

  test('keeps emails off that are off', async () => {
    const ada = await personWith({ keyword: 'openai' });
    const off = { cadence: 'paused', hour: 9, updatedAt: Timestamp.now() };
    await documents.seed({ [`users/${ada.uid}`]: off });
    for (const page of [await look(weekly(ada)), await press(weekly(ada))]) {
      expect(page).toContain('Your alert emails are off');
      expect(page).not.toContain('<button');
    }
    expect(await person(ada)).toEqual(off);
  });
});

describe('a link to something deleted', () => {
  test('restores no deleted alert and changes no other alert in its slot', async () => {
    const ada = await personWith({ keyword: 'openai' });
    const path = `users/${ada.uid}/alerts/017`;
    await documents.seed({ [path]: { keyword: 'compilers', createdAt } });
    for (const alertId of ['gone', idOf('017', 5)]) {
      const page = await press(exclude(ada, HARD_FORK, alertId));
      expect(page).toContain('This alert no longer exists');
    }
    expect(await alert(ada, 'gone')).toBeNull();
    expect(await alert(ada, '017')).toEqual({ keyword: 'compilers', createdAt });
    await press(exclude(ada, HARD_FORK, idOf('017'), 'compilers'));
    expect(await alert(ada, '017')).toMatchObject({ keyword: 'compilers -show:"Hard Fork"' });
  });

  test('restores nothing of a deleted account', async () => {
    const ada = await signUp();
    await removeAccount(ada);
    for (const link of [exclude(ada, HARD_FORK), weekly(ada)]) {
      expect(await press(link)).toContain('This alert no longer exists');
    }
    expect(await documents.below(`users/${ada.uid}`)).toEqual([]);
    expect(await person(ada)).toBeNull();
  });
});

describe('forged links', () => {
  test('refuses a link for anything but what it was signed for', async () => {
    const ada = await personWith({ keyword: 'openai' });
    const stop = signLink(
      { kind: 'stop-alert', uid: ada.uid, alertId: idOf('001') },
      unsubscribeKeys(),
    );
    const forged = exclude(ada, HARD_FORK).replace(/.{5}$/, 'AAAAA');
    const turned = exclude(ada, HARD_FORK).replace('token=c1', 'token=u1');
    const refused = [
      pressLink(forged, 'change'),
      pressLink(turned, 'stop'),
      pressLink(`${siteUrl()}/api/change?token=${stop}`, 'change'),
      pressLink(exclude(ada, HARD_FORK), 'stop'),
      pressLink(weekly(ada), 'undo'),
    ];
    const answers = await Promise.all(refused);
    expect(answers.map(({ status }) => status)).toEqual(refused.map(() => 400));
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    expect(await alert(ada)).toEqual({ keyword: 'openai', createdAt });
    expect(await person(ada)).toEqual({ cadence: 'daily', hour: 9 });
  });
});
