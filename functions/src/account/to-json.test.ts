import { GeoPoint, Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { fieldsToJson, toJson } from './to-json.ts';

test('dates become ISO text, however deep they are', () => {
  const at = Timestamp.fromMillis(Date.parse('2026-11-05T12:00:00.250Z'));
  expect(fieldsToJson({ at, sent: [{ at }], by: { first: { at } } })).toEqual({
    at: '2026-11-05T12:00:00.250Z',
    sent: [{ at: '2026-11-05T12:00:00.250Z' }],
    by: { first: { at: '2026-11-05T12:00:00.250Z' } },
  });
});

test('what JSON knows stays as it is', () => {
  const fields = { text: 'ärger', yes: true, none: null, half: 0.5, list: [1, 'a', null], map: {} };
  expect(fieldsToJson(fields)).toEqual(fields);
});

test.each([NaN, Infinity, -Infinity])('%d, which JSON does not know, becomes null', (number) => {
  expect(toJson(number)).toBeNull();
});

test('a value of another kind becomes text instead of failing the whole export', () => {
  expect(toJson(new GeoPoint(47.5, 19))).toEqual(expect.stringContaining('47.5'));
});

test('bytes become Base64', () => {
  expect(toJson(Buffer.from('abc'))).toBe('YWJj');
});
