import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readText } from './read-text-file.ts';

describe('readText', () => {
  const text = 'Tobi Lütke\r\nнейросети\n';
  const utf16 = (littleEndian: boolean, mark: string) => {
    const marked = mark + text;
    const bytes = new DataView(new ArrayBuffer(marked.length * 2));
    for (let at = 0; at < marked.length; at += 1)
      bytes.setUint16(at * 2, marked.charCodeAt(at), littleEndian);
    return new Uint8Array(bytes.buffer);
  };

  test.each([
    ['UTF-8', new TextEncoder().encode(text)],
    ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${text}`)],
    ['UTF-16, little end first', utf16(true, '\uFEFF')],
    ['UTF-16, big end first', utf16(false, '\uFEFF')],
    ['UTF-16 without a mark', utf16(true, '')],
    ['UTF-16 without a mark, big end first', utf16(false, '')],
  ])('decodes %s', (_name, bytes) => {
    expect(readText(bytes)).toBe(text);
  });

  test('decodes the encoding that the file declares', () => {
    const bytes = Uint8Array.from(
      '<?xml version="1.0" encoding="cp-1251"?><outline text="\xdd\xf5\xee"/>',
      (letter) => letter.charCodeAt(0),
    );
    expect(readText(bytes)).toContain('text="Эхо"');
  });

  test('falls back to Windows-1252', () => {
    expect(readText(new Uint8Array([0x4c, 0xfc, 0x74]))).toBe('Lüt');
  });

  test.each([
    ['a picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]],
    ['a spreadsheet', [0x50, 0x4b, 0x03, 0x04, 0x14, 0, 6, 0]],
    ['zeros', [0, 0, 0, 0]],
  ])('returns null for %s', (_name, bytes) => {
    expect(readText(new Uint8Array(bytes))).toBeNull();
  });

  test('never throws, whatever the bytes', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void readText(bytes)));
  });
});
