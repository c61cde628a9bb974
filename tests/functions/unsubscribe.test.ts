import { Timestamp } from 'firebase/firestore/lite';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../functions/src/contract/index.ts';
import { type LinkGrant, signLink } from '../../functions/src/delivery/links/link-token.ts';
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

async function personWithAlert(keyword = 'OpenAI'): Promise<Person> {
  const person = await signUp();
  await documents.seed({
    [`users/${person.uid}`]: { cadence: 'weekly', hour: 9 },
    [`users/${person.uid}/alerts/001`]: { keyword, createdAt },
    [`users/${person.uid}/alerts/002`]: { keyword: 'compilers', createdAt },
  });
  return person;
}

function link({ uid }: Person, alertId: string | null, keys = unsubscribeKeys()): string {
  const grant: LinkGrant =
    alertId === null ? { kind: 'stop-all', uid } : { kind: 'stop-alert', uid, alertId };
  return `${siteUrl()}/api/unsubscribe?token=${signLink(grant, keys)}`;
}

/** A link from an email that quoted this alert. */
function saying({ uid }: Person, slot: string, alert: { keyword: string; language?: 1 }): string {
  const grant: LinkGrant = { kind: 'stop-alert', uid, alertId: idOf(slot), said: saidOf(alert) };
  return `${siteUrl()}/api/unsubscribe?token=${signLink(grant, unsubscribeKeys())}`;
}

function header({ uid }: Person, keys = unsubscribeKeys()): string {
  return `${siteUrl()}/api/unsubscribe?token=${signLink({ kind: 'one-click', uid }, keys)}`;
}

const get = (address: string) => fetch(address);

function post(address: string, form: Record<string, string>): Promise<Response> {
  return fetch(address, { method: 'POST', body: new URLSearchParams(form) });
}

const oneClick = { 'List-Unsubscribe': 'One-Click' };
const person = ({ uid }: Person) => documents.read(`users/${uid}`);
const alert = ({ uid }: Person, id: string) => documents.read(`users/${uid}/alerts/${id}`);

describe('unsubscribing from all', () => {
  test('stops all email by one click in the mailbox, without a sign-in, also when repeated', async () => {
    const ada = await personWithAlert();
    for (let turn = 0; turn < 2; turn++) {
      expect((await post(header(ada), oneClick)).status).toBe(200);
      expect(await person(ada)).toMatchObject({
        cadence: 'paused',
        cadenceBeforePause: 'weekly',
        hour: 9,
      });
    }
    expect(await alert(ada, '001')).toEqual({ keyword: 'OpenAI', createdAt });
  });

  test('accepts multipart, which some mailboxes send', async () => {
    const ada = await personWithAlert();
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    const answer = await fetch(header(ada), { method: 'POST', body: form });
    expect(answer.status).toBe(200);
    expect(await person(ada)).toMatchObject({ cadence: 'paused' });
  });

  test('asks before it changes anything when the link is opened', async () => {
    const ada = await personWithAlert();
    const answer = await get(link(ada, null));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('Stop all alert emails?');
    expect((await fetch(link(ada, null), { method: 'HEAD' })).status).toBe(200);
    expect(await person(ada)).toEqual({ cadence: 'weekly', hour: 9 });
  });

  test('restores the cadence by the page’s undo', async () => {
    const ada = await personWithAlert();
    const stopped = await (await pressLink(link(ada, null), 'stop')).text();
    expect(stopped).toContain('You are unsubscribed');
    expect(stopped).toContain('Undo');
    expect(await (await get(link(ada, null))).text()).toContain('You are unsubscribed');
    const undone = await (await pressLink(link(ada, null), 'undo')).text();
    expect(undone).toContain('Your alert emails are on again');
    expect(await person(ada)).toMatchObject({ cadence: 'weekly', hour: 9 });
    expect(await person(ada)).not.toHaveProperty('cadenceBeforePause');
  });

  test('accepts a link signed with the previous key', async () => {
    const ada = await personWithAlert();
    const [signing, older] = unsubscribeKeys();
    const sentBefore = link(ada, null, [older, signing]);
    expect(sentBefore).not.toBe(link(ada, null));
    expect((await post(sentBefore, oneClick)).status).toBe(200);
    expect(await person(ada)).toMatchObject({ cadence: 'paused' });
  });

  test('stops email for somebody who never chose preferences', async () => {
    const ada = await signUp();
    await post(link(ada, null), oneClick);
    expect(await person(ada)).toMatchObject({ cadence: 'paused', cadenceBeforePause: 'daily' });
    await pressLink(link(ada, null), 'undo');
    expect(await person(ada)).not.toHaveProperty('resumedAt');
    await post(link(ada, null), oneClick);
    const at = Timestamp.fromMillis(Date.now() - HOUR_MS);
    const changedByLink = { at, before: 'daily' };
    await documents.seed({
      [`users/${ada.uid}`]: { ...(await person(ada)), updatedAt: at, changedByLink },
    });
    await pressLink(link(ada, null), 'undo');
    expect(await person(ada)).toMatchObject({ cadence: 'daily' });
    expect(await person(ada)).not.toHaveProperty('resumedAt');
  });
});

describe('pausing one alert', () => {
  test('names the alert, pauses it and changes nothing else', async () => {
    const keyword = '<b>“R&D”</b>';
    const ada = await personWithAlert(keyword);
    const asked = await (await get(saying(ada, '001', { keyword }))).text();
    expect(asked).toContain('Pause the alert for “&lt;b&gt;“R&amp;D”&lt;/b&gt;”?');
    expect(await alert(ada, '001')).not.toHaveProperty('paused');
    expect((await pressLink(link(ada, idOf('001')), 'stop')).status).toBe(200);
    expect(await alert(ada, '001')).toMatchObject({ paused: true, createdAt });
    expect(await alert(ada, '002')).toEqual({ keyword: 'compilers', createdAt });
    expect(await person(ada)).toEqual({ cadence: 'weekly', hour: 9 });
  });

  test('states a query in words', async () => {
    const ada = await personWithAlert();
    const query = { keyword: 'openai -sponsor', language: 1 as const };
    await documents.seed({ [`users/${ada.uid}/alerts/003`]: { ...query, createdAt } });
    const address = saying(ada, '003', query);
    const plain = 'Episodes that mention openai, but not sponsor.';
    const asked = await (await get(address)).text();
    expect(asked).toContain('Pause the alert for “openai”?');
    expect(asked).toContain(plain);
    expect(await (await pressLink(address, 'stop')).text()).toContain(plain);
    expect(await (await pressLink(address, 'undo')).text()).toContain(plain);
    const other = saying(ada, '002', { keyword: 'compilers' });
    expect(await (await get(other)).text()).not.toContain('Episodes that mention');
  });

  test.each([0, 20])('continues as before if undone after %d hours', async (hours) => {
    const ada = await personWithAlert();
    await pressLink(link(ada, idOf('001')), 'stop');
    const path = `users/${ada.uid}/alerts/001`;
    const pausedAt = Timestamp.fromMillis(Date.now() - hours * HOUR_MS);
    await documents.seed({
      [path]: { ...(await documents.read(path)), pausedAt, pausedByLinkAt: pausedAt },
    });
    expect(await (await pressLink(link(ada, idOf('001')), 'undo')).text()).toContain('is on again');
    const resumed = await alert(ada, '001');
    expect(resumed).toMatchObject({ paused: false, changedAt: expect.any(Timestamp) as unknown });
    expect(resumed).not.toHaveProperty('resumedAt');
    expect(resumed).not.toHaveProperty('pausedAt');
  });
});

describe('what is not there any more', () => {
  test('leaves another alert in the slot alone', async () => {
    const ada = await personWithAlert();
    const path = `users/${ada.uid}/alerts/017`;
    await documents.seed({ [path]: { keyword: 'OpenAI', createdAt } });
    const old = link(ada, idOf('017', 5));
    expect((await pressLink(old, 'stop')).status).toBe(200);
    expect(await alert(ada, '017')).toEqual({ keyword: 'OpenAI', createdAt });
    const present = link(ada, idOf('017'));
    expect((await pressLink(present, 'stop')).status).toBe(200);
    expect(await alert(ada, '017')).toMatchObject({ paused: true });
  });

  test('restores no deleted alert', async () => {
    const ada = await personWithAlert();
    const answer = await pressLink(link(ada, 'gone'), 'stop');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('This alert no longer exists');
    expect(await alert(ada, 'gone')).toBeNull();
  });

  test('restores nothing of a deleted account', async () => {
    const ada = await signUp();
    await removeAccount(ada);
    for (const alertId of [null, idOf('001')]) {
      expect((await get(link(ada, alertId))).status).toBe(200);
      expect((await pressLink(link(ada, alertId), 'stop')).status).toBe(200);
    }
    expect(await person(ada)).toBeNull();
    expect(await documents.below(`users/${ada.uid}`)).toEqual([]);
  });
});

describe('the endpoint', () => {
  test('answers every invalid link with the same page', async () => {
    const ada = await personWithAlert();
    const address = link(ada, null);
    const forged = address.replace(/.{5}$/, 'AAAAA');
    const pages = await Promise.all(
      [forged, `${siteUrl()}/api/unsubscribe?token=x`, `${siteUrl()}/api/unsubscribe`].map(
        async (bad) => {
          const answer = await post(bad, oneClick);
          expect(answer.status).toBe(400);
          return answer.text();
        },
      ),
    );
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toContain('This link does not work');
    expect(await person(ada)).toMatchObject({ cadence: 'weekly' });
  });

  test.each<[string, RequestInit]>([
    ['no body', {}],
    ['no type', { body: new Blob(['List-Unsubscribe=One-Click']) }],
    ['plain text', { body: 'List-Unsubscribe=One-Click' }],
    ['a line end', { body: new URLSearchParams('List-Unsubscribe=One-Click\r\n') }],
    ['a wish without a proof', { body: new URLSearchParams({ wish: 'undo' }) }],
  ])('stops all email whatever a mailbox POSTs to the header’s link: %s', async (_, form) => {
    const ada = await personWithAlert();
    expect((await fetch(header(ada), { method: 'POST', ...form })).status).toBe(200);
    expect(await person(ada)).toMatchObject({ cadence: 'paused' });
  });

  test.each<[string, RequestInit]>([
    ['no body', {}],
    ['an empty form', { body: new URLSearchParams() }],
    ['a wish without a proof', { body: new URLSearchParams({ wish: 'stop' }) }],
    ['a wish with a wrong proof', { body: new URLSearchParams({ wish: 'stop', proof: 'x' }) }],
  ])(
    'asks a link scanner that POSTs to the body’s links, and stops nothing: %s',
    async (_, form) => {
      const ada = await personWithAlert();
      for (const alertId of [null, idOf('001')]) {
        const answer = await fetch(link(ada, alertId), { method: 'POST', ...form });
        expect(answer.status).toBe(400);
        expect(await answer.text()).toContain('<button name="wish" value="stop">');
      }
      expect(await person(ada)).toEqual({ cadence: 'weekly', hour: 9 });
      expect(await alert(ada, '001')).toEqual({ keyword: 'OpenAI', createdAt });
    },
  );

  test('accepts one-click to the body’s link of 1.0, whose header had it', async () => {
    const ada = await personWithAlert();
    expect((await post(link(ada, null), oneClick)).status).toBe(200);
    expect(await person(ada)).toMatchObject({ cadence: 'paused' });
    expect((await post(link(ada, idOf('001')), oneClick)).status).toBe(400);
    expect(await alert(ada, '001')).toEqual({ keyword: 'OpenAI', createdAt });
  });

  test('accepts the button of the page', async () => {
    const ada = await personWithAlert();
    for (const address of [header(ada), link(ada, null)]) {
      for (const wish of ['stop', 'undo']) {
        const page = await (await get(address)).text();
        const [, proof = ''] = /name="proof" value="([^"]+)"/.exec(page) ?? [];
        expect(page).toContain(`<button name="wish" value="${wish}">`);
        expect((await post(address, { wish, proof })).status).toBe(200);
        const cadence = wish === 'stop' ? 'paused' : 'weekly';
        expect(await person(ada)).toMatchObject({ cadence });
      }
    }
  });

  test('refuses an unknown button or method', async () => {
    const ada = await personWithAlert();
    expect((await pressLink(link(ada, null), 'all')).status).toBe(400);
    expect((await fetch(link(ada, null), { method: 'DELETE' })).status).toBe(405);
    expect(await person(ada)).toMatchObject({ cadence: 'weekly' });
  });

  test('loads, stores and passes on nothing from its page', async () => {
    const ada = await personWithAlert();
    const answer = await get(link(ada, null));
    const { headers } = answer;
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(await answer.text()).toContain('<meta name="referrer" content="no-referrer">');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    );
  });
});
