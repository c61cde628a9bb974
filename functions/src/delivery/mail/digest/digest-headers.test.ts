import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DigestHeadersSpec, digestHeaders } from './digest-headers.ts';

const UID = 'Zx81UidOfSomebody0123456789a';

const spec: DigestHeadersSpec = {
  digestId: `${UID}_20261121T080000000Z`,
  cadence: 'daily',
  oneClickUrl: 'https://earshot.example/api/unsubscribe?token=u1.a.b',
  siteUrl: 'https://earshot.example',
  from: { name: 'Earshot', address: 'alerts@mail.earshot.example' },
};

test('sets headers for one-click unsubscribing and against automatic replies', () => {
  expect(digestHeaders(spec)).toMatchObject({
    'List-Unsubscribe': '<https://earshot.example/api/unsubscribe?token=u1.a.b>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    Precedence: 'list',
  });
});

test.each([
  ['Earshot', 'https://earshot.example', 'Earshot alerts <alerts.earshot.example>'],
  ["R&D's Ear-Shot 2", 'https://a.example', "R&D's Ear-Shot 2 alerts <alerts.a.example>"],
  ['Say "hi", <you>', 'https://a.example', '<alerts.a.example>'],
  ['Hörspiel', 'https://hörspiel.example', '<alerts.xn--hrspiel-90a.example>'],
  ['Earshot', 'http://localhost:5050', 'Earshot alerts <alerts.localhost>'],
  ['Earshot', 'http://[::1]:5050', 'Earshot alerts <alerts.localhost>'],
])('List-Id of %s at %s is %s', (name, siteUrl, listId) => {
  const headers = digestHeaders({ ...spec, siteUrl, from: { ...spec.from, name } });
  expect(headers['List-Id']).toBe(listId);
});

test.each([
  ['https://earshot.example', 'daily:digest:alerts:earshotexample'],
  ['https://a.co', 'daily:digest:alerts:aco00'],
  ['https://podcasts.of.a-very-long-name.example', 'daily:digest:alerts:podcastsofavery'],
])('Feedback-ID at %s is %s, with a sender of 5 to 15 characters', (siteUrl, id) => {
  expect(digestHeaders({ ...spec, siteUrl })['Feedback-ID']).toBe(id);
});

test('a digest keeps its Message-ID when it is sent again', () => {
  const idOf = (digestId: string) => digestHeaders({ ...spec, digestId })['Message-ID'];
  expect(idOf('one')).toMatch(/^<[0-9a-f]{32}@mail\.earshot\.example>$/);
  expect(idOf('one')).toBe(idOf('one'));
  expect(idOf('one')).not.toBe(idOf('two'));
});

test('repeats the Message-ID in another header, because services can replace it', () => {
  const { 'Message-ID': messageId, 'X-Entity-Ref-ID': reference } = digestHeaders(spec);
  expect(messageId).toBe(`<${reference}@mail.earshot.example>`);
});

test('only List-Unsubscribe identifies the person', () => {
  const others = Object.entries(digestHeaders(spec)).filter(
    ([name]) => name !== 'List-Unsubscribe',
  );
  const all = JSON.stringify(others);
  expect(all).not.toContain(UID);
  expect(all).not.toContain(Buffer.from(UID).toString('base64url').slice(0, -2));
});

test('writes every header as one short line of ASCII for any site name', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.constant('a\r\nBcc: eve@b.c'),
  );
  fc.assert(
    fc.property(name, fc.webUrl(), (name, url) => {
      const siteUrl = new URL(url).origin;
      const headers = digestHeaders({ ...spec, siteUrl, from: { ...spec.from, name } });
      for (const [key, value] of Object.entries(headers)) {
        expect(key).toMatch(/^[A-Za-z-]+$/);
        expect(value).toMatch(/^[ -~]+$/);
        expect(`${key}: ${value}`.length).toBeLessThan(998);
      }
    }),
  );
});
