import { GeoPoint, Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { exportSentLog, fieldsToJson, limitExportSize, toJson } from './export-format.ts';

test('exports a sent log by day, oldest first', () => {
  const sentLog = {
    sent: { '2026-11-21': Buffer.alloc(24), '2026-11-19': Buffer.alloc(8) },
    digests: { '2026-11-21': 2, '2026-11-20': 1 },
  };
  expect(exportSentLog(sentLog)).toEqual([
    { day: '2026-11-19', episodes: 1, digests: 0 },
    { day: '2026-11-20', episodes: 0, digests: 1 },
    { day: '2026-11-21', episodes: 3, digests: 2 },
  ]);
});

test('exports nothing without a sent log', () => {
  expect(exportSentLog(undefined)).toEqual([]);
});

test('throws on a malformed sent log', () => {
  expect(() => exportSentLog({ sent: { '2026-11-21': 'text' }, digests: {} })).toThrow();
  expect(() => exportSentLog({})).toThrow();
});

/** Yields three documents, which take five bytes of JSON and a comma each. `read` lists those read so far. */
function threeDocuments() {
  const read: string[] = [];
  async function* documents() {
    for (const document of ['aaa', 'bbb', 'ccc']) {
      read.push(document);
      yield await Promise.resolve(document);
    }
  }
  return { read, documents: documents() };
}

test('includes everything that fits, to the byte', async () => {
  const { documents } = threeDocuments();
  expect(await limitExportSize(documents, 18)).toEqual({
    taken: ['aaa', 'bbb', 'ccc'],
    truncated: false,
  });
});

test('stops at the first document that does not fit and marks the export as truncated', async () => {
  const { documents } = threeDocuments();
  expect(await limitExportSize(documents, 17)).toEqual({ taken: ['aaa', 'bbb'], truncated: true });
  const { documents: others, read } = threeDocuments();
  expect(await limitExportSize(others, 11)).toEqual({ taken: ['aaa'], truncated: true });
  expect(read).toEqual(['aaa', 'bbb']);
});

test('counts bytes, not characters', async () => {
  async function* euro() {
    yield await Promise.resolve('€€€');
  }
  expect((await limitExportSize(euro(), 11)).truncated).toBe(true);
  expect((await limitExportSize(euro(), 12)).truncated).toBe(false);
});

test('stops when it is late and marks the export as truncated', async () => {
  const { documents, read } = threeDocuments();
  const isLate = () => read.length > 1;
  expect(await limitExportSize(documents, 100, isLate)).toEqual({
    taken: ['aaa'],
    truncated: true,
  });
  expect(read).toEqual(['aaa', 'bbb']);
});

test('exports dates at any depth as ISO 8601', () => {
  const at = Timestamp.fromMillis(Date.parse('2026-11-05T12:00:00.250Z'));
  expect(fieldsToJson({ at, sent: [{ at }], by: { first: { at } } })).toEqual({
    at: '2026-11-05T12:00:00.250Z',
    sent: [{ at: '2026-11-05T12:00:00.250Z' }],
    by: { first: { at: '2026-11-05T12:00:00.250Z' } },
  });
});

test('leaves JSON values unchanged', () => {
  const fields = { text: 'ärger', yes: true, none: null, half: 0.5, list: [1, 'a', null], map: {} };
  expect(fieldsToJson(fields)).toEqual(fields);
});

test.each([NaN, Infinity, -Infinity])('exports %d as null', (number) => {
  expect(toJson(number)).toBeNull();
});

test('exports a value of an unknown type as text', () => {
  expect(toJson(new GeoPoint(47.5, 19))).toEqual(expect.stringContaining('47.5'));
});

test('exports bytes as Base64', () => {
  expect(toJson(Buffer.from('abc'))).toBe('YWJj');
});
