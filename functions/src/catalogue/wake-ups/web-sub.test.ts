import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  confirmSubscription,
  isSigned,
  isToken,
  LEASE_SECONDS,
  subscriptionKeys,
  subscriptionRequest,
  topicsOf,
} from './web-sub.ts';

const TOPIC = 'https://hub.example/list.json';
const KEYS = subscriptionKeys('k'.repeat(32), TOPIC);
const BODY = Buffer.from('<rss/>');
const signature = (algorithm: string, secret = KEYS.secret) =>
  `${algorithm}=${createHmac(algorithm, secret).update(BODY).digest('hex')}`;

describe('a subscription', () => {
  it('is asked for with a secret and an end', () => {
    const request = new URLSearchParams(subscriptionRequest(TOPIC, 'https://x.example/p', 's'));
    expect(Object.fromEntries(request)).toMatchObject({
      'hub.mode': 'subscribe',
      'hub.topic': TOPIC,
      'hub.callback': 'https://x.example/p',
      'hub.secret': 's',
      'hub.lease_seconds': '864000',
    });
  });

  it('has keys of its own for each topic and key', () => {
    expect(subscriptionKeys('k'.repeat(32), TOPIC)).toEqual(KEYS);
    expect(subscriptionKeys('k'.repeat(32), `${TOPIC}2`).token).not.toBe(KEYS.token);
    expect(subscriptionKeys('l'.repeat(32), TOPIC).secret).not.toBe(KEYS.secret);
    expect(KEYS.token).not.toBe(KEYS.secret);
    expect(
      [KEYS.token, '', `${KEYS.token} `, undefined, [KEYS.token]].map((given) =>
        isToken(given, KEYS),
      ),
    ).toEqual([...[true, false, false, false, false]]);
  });

  const QUESTION = { 'hub.mode': 'subscribe', 'hub.topic': TOPIC, 'hub.challenge': 'abc' };
  test.each<[string, Record<string, string>, ReturnType<typeof confirmSubscription>]>([
    [
      'with the lease the hub gives',
      { 'hub.lease_seconds': '60' },
      { challenge: 'abc', leaseSeconds: 60 },
    ],
    ['without one', {}, { challenge: 'abc', leaseSeconds: LEASE_SECONDS }],
    [
      'with too long a one',
      { 'hub.lease_seconds': '1e12' },
      { challenge: 'abc', leaseSeconds: LEASE_SECONDS },
    ],
    ['never with a wrong one', { 'hub.lease_seconds': 'x' }, null],
    ['never to another topic', { 'hub.topic': 'https://other.example' }, null],
    ['never to leave it', { 'hub.mode': 'unsubscribe' }, null],
    ['never with markup', { 'hub.challenge': '<script >' }, null],
  ])('is confirmed %s', (_, query, confirmed) => {
    expect(confirmSubscription(new URLSearchParams({ ...QUESTION, ...query }), TOPIC)).toEqual(
      confirmed,
    );
  });
});

describe('a ping', () => {
  test.each([
    ['sha1', signature('sha1'), true],
    ['sha256', signature('sha256'), true],
    ['sha512', signature('sha512'), true],
    ['another secret', signature('sha256', 'x'), false],
    ['a weak algorithm', signature('md5'), false],
    ['no signature', undefined, false],
    ['an empty signature', 'sha256=', false],
  ])('signed with %s', (_, header, expected) => {
    expect(isSigned(BODY, header, KEYS.secret)).toBe(expected);
  });

  test.each([
    ['<https://a.example/f>; rel="self"', ['https://a.example/f']],
    ['<https://h.example>; rel="hub", <https://a.example/f>; rel=self', ['https://a.example/f']],
    ['<https://a.example/f>; title="x"; rel="alternate self"', ['https://a.example/f']],
    ['<https://a.example/f>; rel="selfish"', []],
    ['<javascript:alert(1)>; rel="self"', []],
    ['', []],
  ])('names feeds in %s', (links, topics) => {
    expect(topicsOf(links)).toEqual(topics);
  });

  it('with any header names http addresses or nothing, and soon', () => {
    const header = fc.string({
      maxLength: 8000,
      unit: fc.constantFrom('<', '>', ';', '=', ' ', ',', '"', 'rel', 'self', 'https://', 'a.b'),
    });
    fc.assert(
      fc.property(header, (links) => {
        expect(topicsOf(links).every((url) => /^https?:/.test(url))).toBe(true);
      }),
    );
  });
});
