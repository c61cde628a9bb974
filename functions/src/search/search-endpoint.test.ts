import { MAX_BODY_BYTES } from '../contract/index.ts';
import { expect, test } from 'vitest';
import { readSearchRequest, withPreferences } from './search-endpoint.ts';

const bytes = (body: unknown) =>
  Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
const valid = { keywords: ['OpenAI'], language: 'English' };

test('trims keywords and reads the language and the start date', () => {
  expect(readSearchRequest(bytes({ ...valid, keywords: [' Sam Altman '], startDate: 5 }))).toEqual({
    keywords: ['Sam Altman'],
    language: 'English',
    startDate: 5,
  });
  expect(readSearchRequest(bytes(valid))).toEqual(valid);
});

test('accepts 20 keywords of 200 characters', () => {
  const keywords = Array.from({ length: 20 }, (_, index) => String(index).padStart(200, '語'));
  expect(readSearchRequest(bytes({ ...valid, keywords }))).toMatchObject({ keywords });
});

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');

test('accepts phrases of 20 words, 60 words in all, and the last valid date', () => {
  const keywords = [words(20), words(20), words(20)];
  const request = { ...valid, keywords, startDate: 8_640_000_000_000_000 };
  expect(readSearchRequest(bytes(request))).toEqual(request);
});

test('reads a place in a transcript, in steps of 30 seconds', () => {
  const around = { audio: 'https://host.example/1.mp3', pub_date_ms: 5, atMs: 60_000 };
  expect(readSearchRequest(bytes({ around }))).toEqual({ around });
  for (const wrong of [{ atMs: 60_001 }, { atMs: -30_000 }, { atMs: 172_830_000 }, { audio: '' }]) {
    expect(() => readSearchRequest(bytes({ around: { ...around, ...wrong } }))).toThrow(/around/);
  }
  expect(() => readSearchRequest(bytes({ ...valid, around }))).toThrow('body: ');
});

test('reads the id of a show and an offset', () => {
  const show = { id: '0123456789abcdef0123' };
  expect(readSearchRequest(bytes({ show }))).toEqual({ show });
  expect(readSearchRequest(bytes({ show: { ...show, skip: 990 } }))).toEqual({
    show: { ...show, skip: 990 },
  });
  for (const wrong of [{ id: 'The Show' }, { id: '%' }, { skip: 5 }, { skip: 1000 }, { url: '' }]) {
    expect(() => readSearchRequest(bytes({ show: { ...show, ...wrong } }))).toThrow(/^show/);
  }
});

test.each([
  ['a phrase of 21 words', { ...valid, keywords: ['a', words(21)] }, /^keywords\.1: .*20 words/],
  [
    'a phrase of 21 words without spaces',
    { ...valid, keywords: [words(21).replaceAll(' ', '-')] },
    /^keywords\.0: .*20 words/,
  ],
  [
    '20 phrases of 50 times the same word',
    { ...valid, keywords: Array(20).fill('the '.repeat(50)) },
    /^keywords\.0: .*20 words/,
  ],
  [
    '61 words in all',
    { ...valid, keywords: [words(20), words(20), words(20), 'a'] },
    /^keywords: .*60 words/,
  ],
  [
    'a start date later than any date',
    { ...valid, startDate: 8_640_000_000_000_001 },
    /^startDate: /,
  ],
])('refuses %s and names the field', (_name, body, message) => {
  expect(() => readSearchRequest(bytes(body))).toThrow(
    expect.objectContaining({
      code: 'invalid-request',
      message: expect.stringMatching(message) as string,
    }) as Error,
  );
});

test.each([
  ['an empty body', ''],
  ['no JSON', '{"keywords":'],
  ['another type of body', [1, 2]],
  ['null', 'null'],
  ['no keywords', { language: 'English' }],
  ['an empty list of keywords', { ...valid, keywords: [] }],
  ['21 keywords', { ...valid, keywords: Array(21).fill('a') }],
  ['a blank keyword', { ...valid, keywords: ['a', '  '] }],
  ['a keyword of 201 characters', { ...valid, keywords: ['a'.repeat(201)] }],
  ['a keyword that is no text', { ...valid, keywords: [{ a: 1 }] }],
  ['another language', { ...valid, language: 'German' }],
  ['a start date that is no whole number', { ...valid, startDate: 1.5 }],
  ['a negative start date', { ...valid, startDate: -1 }],
  ['an unknown field', { ...valid, limit: 1000 }],
])('refuses %s as invalid-request', (_name, body) => {
  expect(() => readSearchRequest(bytes(body))).toThrow(
    expect.objectContaining({ code: 'invalid-request' }) as Error,
  );
});

test('refuses bytes that are not UTF-8', () => {
  expect(() => readSearchRequest(Buffer.from([0x7b, 0xff, 0x7d]))).toThrow(/UTF-8/);
});

test('refuses a larger body before parsing it', () => {
  expect(() => readSearchRequest(bytes('x'.repeat(MAX_BODY_BYTES + 1)))).toThrow(
    expect.objectContaining({ code: 'payload-too-large' }) as Error,
  );
});

test.each([
  ['trend=beside', 'beside'],
  ['respond-async, trend=alone', 'alone'],
  ['trend=else', undefined],
  ['mytrend=beside', undefined],
  [undefined, undefined],
])('reads a preferred trend from the header: %s', (prefer, trend) => {
  expect(withPreferences(readSearchRequest(bytes(valid)), prefer)).toEqual({
    ...valid,
    ...(trend && { trend }),
  });
});

test('prefers the trend in the body to the header’s', () => {
  const alone = readSearchRequest(bytes({ ...valid, trend: 'alone' }));
  expect(withPreferences(alone, 'trend=beside')).toMatchObject({ trend: 'alone' });
});

test.each([
  ['limit=20', 20],
  ['trend=beside, limit=100', 100],
  ['limit=0', undefined],
  ['limit=101', undefined],
  ['limit=1e2', undefined],
  ['limit=', undefined],
  ['unlimited, mylimit=5', undefined],
])('reads a preferred limit from the header: %s', (prefer, limit) => {
  expect(withPreferences(readSearchRequest(bytes(valid)), prefer)).toEqual({
    ...valid,
    ...(prefer.includes('beside') && { trend: 'beside' }),
    ...(limit !== undefined && { limit }),
  });
  const own = readSearchRequest(bytes({ ...valid, limit: 7 }));
  expect(withPreferences(own, prefer)).toMatchObject({ limit: 7 });
});

test.each([
  ['name-only=no', false],
  ['trend=else, name-only=no', false],
  ['name-only=yes', undefined],
  ['my-name-only=no', undefined],
  ['', undefined],
])('reads from the header whether a name alone is a match: %j', (prefer, nameOnly) => {
  expect(withPreferences(readSearchRequest(bytes(valid)), prefer)).toEqual({
    ...valid,
    ...(nameOnly !== undefined && { nameOnly }),
  });
});

test.each([{ limit: 1 }, { limit: 100, skip: 900 }, { limit: 20, skip: 990 }, { skip: 10 }])(
  'accepts the range %j',
  (part) => expect(readSearchRequest(bytes({ ...valid, ...part }))).toEqual({ ...valid, ...part }),
);

test.each([
  [{ limit: 0 }, /^limit: /],
  [{ limit: 101 }, /^limit: /],
  [{ limit: 2.5 }, /^limit: /],
  [{ limit: '20' }, /^limit: /],
  [{ skip: 15 }, /^skip: skip must be a multiple of 10/],
  [{ skip: 1000 }, /^skip: /],
  [{ skip: -10 }, /^skip: /],
])('refuses the range %j', (part, reason) => {
  expect(() => readSearchRequest(bytes({ ...valid, ...part }))).toThrow(reason);
});
