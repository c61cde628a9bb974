import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

/** The bytes are in hexadecimal, because Node.js cannot encode text in these encodings. */
const BYTES: Record<string, [encodings: string[], text: string, bytes: string]> = {
  Russian: [
    [
      'windows-1251',
      'cp-1251',
      'cp1251',
      'CP_1251',
      'win-1251',
      'win1251',
      'Windows1251',
      'x-cp1251',
    ],
    'Журавлёв',
    'c6f3f0e0e2ebb8e2',
  ],
  'Russian (KOI8)': [['koi8-r', 'KOI8R', 'koi8_r', 'cp20866'], 'Самара', 'f3c1cdc1d2c1'],
  Chinese: [
    ['gbk', 'GBK', 'gb2312', 'GB-2312', 'gb18030', 'cp936', 'CP-936', 'x-gbk', 'EUC-CN'],
    '播客节目',
    'b2a5bfcdbddac4bf',
  ],
  'Chinese (Taiwan)': [['big5', 'Big-5', 'cp950'], '節目', 'b860a5d8'],
  Japanese: [
    ['shift_jis', 'Shift-JIS', 'sjis', 'cp932', 'ms932', 'x-sjis'],
    'ラジオ',
    '8389835783 49',
  ],
  'Japanese (Unix)': [['euc-jp', 'EUCJP', 'euc_jp'], 'ラジオ', 'a5e9a5b8a5aa'],
  'Japanese (7 bits)': [['iso-2022-jp'], 'ラジオ', '1b24422569253825 2a1b2842'],
  Korean: [['euc-kr', 'euckr', 'EUC_KR', 'cp949', 'ks_c_5601-1987'], '라디오', 'b6f3b5f0bfc0'],
  Polish: [['iso-8859-2', 'ISO8859-2', 'iso_8859_2', '8859-2', 'latin2'], 'Łąka', 'a3b16b61'],
  Thai: [['tis-620', 'TIS620', 'windows-874', 'cp874'], 'ไทย', 'e4b7c2'],
  German: [
    ['iso-8859-1', 'latin-1', 'windows-1252', 'cp-1252', 'us-ascii'],
    '„Jürgen“ – 5 €',
    '844afc7267656e93209620352080',
  ],
};

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const xml = (encoding: string, ...parts: Uint8Array[]) =>
  Buffer.concat([
    Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><a>`),
    ...parts,
    Buffer.from('</a>'),
  ]);
const textIn = (bytes: Uint8Array, charset: string | null = null) =>
  /<a>(.*)<\/a>/s.exec(decodeText(bytes, charset))?.[1];

const NAMED = Object.entries(BYTES).flatMap(([language, [encodings, text, hex]]) =>
  encodings.map((encoding) => [encoding, language, text, bytesOf(hex)] as const),
);

describe('decodeText', () => {
  it.each(NAMED)(
    'reads %s (%s) if either the header or the declaration names it',
    (name, _, text, bytes) => {
      expect(textIn(xml(name, bytes))).toBe(text);
      expect(textIn(xml('utf-8', bytes), name)).toBe(text);
      expect(textIn(xml(name, bytes), 'utf-8')).toBe(text);
      expect(textIn(xml(name, bytes), 'ISO-8859-1')).toBe(text);
      expect(textIn(xml('iso-8859-1', bytes), name)).toBe(text);
    },
  );

  it.each([
    ...NAMED.map(([name]) => name),
    'utf-16',
    'UTF-8',
    'x-klingon',
    'replacement',
    'constructor',
  ])('reads UTF-8 that is declared as %s', (name) => {
    for (const text of [
      'Gespräch über Ærø',
      'Журавлёв',
      '播客',
      'ラジオ',
      '라디오',
      '“so” – 5 €',
      'AI',
    ])
      expect([
        textIn(xml(name, Buffer.from(text))),
        textIn(xml('utf-8', Buffer.from(text)), name),
      ]).toEqual([text, text]);
  });

  it.each(['utf-8', 'iso-8859-1', 'windows-1251', 'gbk'])(
    'reads UTF-8 with a stray byte, declared as %s',
    (name) => {
      const good = Buffer.from('Gość: Beyza Çalışkan, Noël à Besançon');
      for (const stray of ['c5', 'e2', 'e280', 'f09f98', '93', 'ff']) {
        const bytes = Buffer.concat([good, bytesOf(stray), Buffer.from(' end')]);
        expect(textIn(xml(name, bytes), name)).toBe(`${good.toString()}\ufffd end`);
      }
    },
  );

  it.each(Object.entries(BYTES).filter(([, [[name = '']]]) => /gbk|big5|euc|shift/.test(name)))(
    'reads %s with a truncated last letter',
    (_, [[name = ''], text, hex]) => {
      const bytes = Buffer.concat([
        ...Array.from({ length: 20 }, () => bytesOf(hex)),
        bytesOf(hex).subarray(0, 1),
      ]);
      expect(textIn(xml(name, bytes), 'iso-8859-1')).toContain(text.repeat(20));
    },
  );

  it('falls back to windows-1252 if no declared encoding fits', () => {
    const bytes = bytesOf('4afc7267656e');
    for (const name of ['utf-8', 'x-klingon', 'iso-2022-jp'])
      expect(textIn(xml(name, bytes), name)).toBe('Jürgen');
    expect(decodeText(bytes)).toBe('Jürgen');
  });

  it('reads UTF-16 without a byte order mark', () => {
    for (const text of ['<a>Łąka</a>', '\n<a>Łąka</a>']) {
      expect(decodeText(Buffer.from(text, 'utf16le'), 'utf-8')).toBe(text);
      expect(decodeText(Buffer.from(text, 'utf16le').swap16())).toBe(text);
    }
    expect(decodeText(new Uint8Array())).toBe('');
  });
});
