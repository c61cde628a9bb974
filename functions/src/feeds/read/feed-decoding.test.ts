import { describe, expect, it } from 'vitest';
import { decodeFeed } from './feed-decoding.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf8 = (text: string) => Buffer.from(text, 'utf8');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('decodeFeed', () => {
  it.each([
    [
      'the mark of UTF-8',
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8('<é/>')]),
      'text/xml; charset=latin1',
    ],
    [
      'the mark of UTF-16, little end first',
      Buffer.from('\ufeff<é/>', 'utf16le'),
      'text/xml; charset=utf-8',
    ],
    ['the mark of UTF-16, big end first', utf16be('\ufeff<é/>'), null],
    ['zero bytes, little end first', Buffer.from('<é/>', 'utf16le'), null],
    ['zero bytes, big end first', utf16be('<é/>'), null],
    ['the HTTP charset', latin1('<é/>'), 'application/rss+xml; charset="ISO-8859-1"'],
    ['nothing, as UTF-8', utf8('<é/>'), 'text/xml'],
    ['nothing, as windows-1252 where it is no UTF-8', latin1('<é/>'), null],
    ['a charset nobody knows, as UTF-8', utf8('<é/>'), 'text/xml; charset=x-klingon'],
    ['a charset that is none, as UTF-8', utf8('<é/>'), 'text/xml; charset=replacement'],
  ])('goes by %s', (_, bytes, contentType) => {
    expect(decodeFeed(bytes, contentType)).toBe('<é/>');
  });

  it.each([
    ['iso-8859-1', latin1],
    ['utf-16', utf8],
    ['UTF-8', latin1],
    ['x-klingon', utf8],
  ])('goes by the XML declaration of %s, and by the bytes where it cannot be', (name, encode) => {
    const xml = `<?xml version="1.0" encoding="${name}"?><é/>`;
    expect(decodeFeed(encode(xml), null)).toBe(xml);
    expect(decodeFeed(encode(`\r\n ${xml}`), null)).toBe(xml);
  });

  it('prefers the HTTP charset to the XML declaration', () => {
    const xml = '<?xml version="1.0" encoding="iso-8859-1"?><é/>';
    expect(decodeFeed(utf8(xml), 'text/xml;charset=utf-8')).toBe(xml);
  });

  it('cuts white space and marks around the document and control characters inside', () => {
    expect(decodeFeed(utf8('\n\ufeff \n<a>\u0000b\u0007\u001b\uffff\tc</a>\u0000\n'), null)).toBe(
      '<a>b\tc</a>',
    );
  });
});
