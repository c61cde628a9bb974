import { describe, expect, test } from 'vitest';
import { isForeign } from './foreign-request.ts';

const host = '127.0.0.1:5058';
const crossSite = { 'sec-fetch-site': 'cross-site' };

describe('the inbox answers', () => {
  test.each([
    ['a program', { host }],
    ['its own page', { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }],
    [
      'its own page under its other name',
      { host: 'localhost:5058', origin: 'http://localhost:5058' },
    ],
    ['an address that somebody types', { host, 'sec-fetch-site': 'none' }],
    ['a link of the site', { host, ...crossSite, 'sec-fetch-mode': 'navigate' }],
  ])('%s', (_name, headers) => expect(isForeign(headers)).toBe(false));
});

describe('the inbox refuses', () => {
  test.each([
    ['a page of another site', { host, origin: 'https://evil.example', ...crossSite }],
    ['a page of another port', { host, origin: 'http://127.0.0.1:5050' }],
    ['a page of no origin', { host, origin: 'null' }],
    [
      'a form of another site',
      { host, origin: 'https://evil.example', 'sec-fetch-mode': 'navigate' },
    ],
    ['a picture or script in another site', { host, ...crossSite, 'sec-fetch-mode': 'no-cors' }],
    ['a picture in the site', { host, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }],
    ['a name that was led here', { host: 'evil.example:5058' }],
    ['a longer name', { host: 'localhost.evil.example:5058' }],
    ['such a page itself', { host: 'evil.example', origin: 'http://evil.example' }],
    ['no name', {}],
    ['what is no name', { host: '[' }],
  ])('%s', (_name, headers) => expect(isForeign(headers)).toBe(true));
});
