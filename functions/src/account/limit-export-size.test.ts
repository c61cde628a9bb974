import { expect, test } from 'vitest';
import { limitExportSize } from './limit-export-size.ts';

/** Three documents, each five bytes of JSON and a comma; counts how many were read. */
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

test('takes everything that fits, to the byte', async () => {
  const { documents } = threeDocuments();
  expect(await limitExportSize(documents, 18)).toEqual({
    taken: ['aaa', 'bbb', 'ccc'],
    truncated: false,
  });
});

test('leaves out the first that does not fit, says so, and reads no further', async () => {
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

test('ends when it is late, says so, and reads no further', async () => {
  const { documents, read } = threeDocuments();
  const isLate = () => read.length > 1;
  expect(await limitExportSize(documents, 100, isLate)).toEqual({
    taken: ['aaa'],
    truncated: true,
  });
  expect(read).toEqual(['aaa', 'bbb']);
});
