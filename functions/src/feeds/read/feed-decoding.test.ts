import { describe, expect, it } from 'vitest';
import { decodeFeed } from './feed-decoding.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf8 = (text: string) => Buffer.from(text, 'utf8');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('decodeFeed', () => {
  it.each([
    [
      'the byte order mark of UTF-8',
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8('<é/>')]),
      'text/xml; charset=latin1',
    ],
    [
      'the byte order mark of little-endian UTF-16',
      Buffer.from('\ufeff<é/>', 'utf16le'),
      'text/xml; charset=utf-8',
    ],
    ['the byte order mark of big-endian UTF-16', utf16be('\ufeff<é/>'), null],
    ['the zero bytes of little-endian UTF-16', Buffer.from('<é/>', 'utf16le'), null],
    ['the zero bytes of big-endian UTF-16', utf16be('<é/>'), null],
    ['the HTTP charset', latin1('<é/>'), 'application/rss+xml; charset="ISO-8859-1"'],
    ['the default, UTF-8', utf8('<é/>'), 'text/xml'],
    ['windows-1252 if the bytes are no UTF-8', latin1('<é/>'), null],
    ['UTF-8 if the charset is unknown', utf8('<é/>'), 'text/xml; charset=x-klingon'],
    ['UTF-8 if the charset is unusable', utf8('<é/>'), 'text/xml; charset=replacement'],
  ])('decodes a feed by %s', (_, bytes, contentType) => {
    expect(decodeFeed(bytes, contentType)).toBe('<é/>');
  });

  it.each([
    ['iso-8859-1', latin1],
    ['utf-16', utf8],
    ['UTF-8', latin1],
    ['x-klingon', utf8],
  ])('decodes by the XML declaration of %s unless the bytes contradict', (name, encode) => {
    const xml = `<?xml version="1.0" encoding="${name}"?><é/>`;
    expect(decodeFeed(encode(xml), null)).toBe(xml);
    expect(decodeFeed(encode(`\r\n ${xml}`), null)).toBe(xml);
  });

  it('prefers the HTTP charset to the XML declaration', () => {
    const xml = '<?xml version="1.0" encoding="iso-8859-1"?><é/>';
    expect(decodeFeed(utf8(xml), 'text/xml;charset=utf-8')).toBe(xml);
  });

  it('removes control characters, and white space and marks around the document', () => {
    expect(decodeFeed(utf8('\n\ufeff \n<a>\u0000b\u0007\u001b\uffff\tc</a>\u0000\n'), null)).toBe(
      '<a>b\tc</a>',
    );
  });
});
