import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { audioAddress, imageAddress, linkAddress } from './feed-address.ts';

const BASE = 'https://show.example/podcast/';

describe('linkAddress', () => {
  it.each([
    [' https://example.com/a b ', 'https://example.com/a%20b'],
    ['http://example.com', 'http://example.com/'],
    ['www.example.com/1', 'https://www.example.com/1'],
    ['/episodes/1', 'https://show.example/episodes/1'],
    ['./1', 'https://show.example/podcast/1'],
    ['?p=1', 'https://show.example/podcast/?p=1'],
    ['//cdn.example/1', 'https://cdn.example/1'],
    ['https://user:secret@example.com/', 'https://example.com/'],
    ['https://example.com/?p=1&amp;lang=en&amp;amp;x=2', 'https://example.com/?p=1&lang=en&x=2'],
    ['/?p=1&#38;q=2&#x26;amp;r=3', 'https://show.example/?p=1&q=2&r=3'],
    ['https://example.com/?amp;&champ;=1', 'https://example.com/?amp;&champ;=1'],
    ['https://example.com/?q=>>>x<<<', 'https://example.com/?q=%3E%3E%3Ex%3C%3C%3C'],
  ])('reads the link %j', (written, expected) => {
    expect(linkAddress(written, BASE)).toBe(expected);
  });

  it.each([
    undefined,
    '',
    'coming soon',
    '12345',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://example.com/',
    'https://',
    'http://[::1',
    `https://example.com/${'a'.repeat(2048)}`,
  ])('drops the link %j', (written) => {
    expect(linkAddress(written, BASE)).toBeNull();
  });

  it('does not resolve relative links without a base', () => {
    expect(linkAddress('/episodes/1', null)).toBeNull();
    expect(linkAddress('audio/1.mp3', BASE)).toBeNull();
  });

  const FEED = 'https://feeds.example/show/rss.xml?x=1';

  it.each([
    ['audio/1.mp3', 'https://feeds.example/show/audio/1.mp3'],
    ['1.mp3?token=a:b', 'https://feeds.example/show/1.mp3?token=a:b'],
    ['episodes/one', 'https://feeds.example/show/episodes/one'],
    ['v1.2/notes', 'https://feeds.example/show/v1.2/notes'],
    ['cover.JPG', 'https://feeds.example/show/cover.JPG'],
    ['/episodes/1', 'https://show.example/episodes/1'],
    ['https://example.com/', 'https://example.com/'],
  ])('resolves %j against the feed or its site', (written, expected) => {
    expect(linkAddress(written, BASE, FEED)).toBe(expected);
  });

  it.each([
    'example.com/1.mp3',
    'example.com',
    '12345',
    'n/a',
    'N/A',
    'coming soon/1.mp3',
    'a:b/1.mp3',
    '#',
    '',
  ])('does not resolve %j against the feed', (written) => {
    expect(linkAddress(written, BASE, FEED)).toBeNull();
  });

  it('resolves against the feed if the channel has no site', () => {
    expect(linkAddress('/1.mp3', null, FEED)).toBe('https://feeds.example/1.mp3');
    expect(linkAddress('../1.mp3', null, FEED)).toBe('https://feeds.example/1.mp3');
  });

  it('resolves any bare file against the feed', () => {
    const name = fc.stringMatching(/^[a-z\d_-]{1,8}$/);
    fc.assert(
      fc.property(fc.array(name, { maxLength: 3 }), name, (folders, file) => {
        const written = [...folders, `${file}.mp3`].join('/');
        expect(linkAddress(written, BASE, FEED)).toBe(`https://feeds.example/show/${written}`);
      }),
    );
  });
});

describe('imageAddress', () => {
  it.each([
    ['http://example.com/a.jpg', 'https://example.com/a.jpg'],
    ['https://example.com/a.jpg', 'https://example.com/a.jpg'],
    ['http://127.0.0.1:5050/a.jpg', 'http://127.0.0.1:5050/a.jpg'],
    ['http://localhost:5050/a.jpg', 'http://localhost:5050/a.jpg'],
    ['http://localhost.example.com/a.jpg', 'https://localhost.example.com/a.jpg'],
    ['data:image/gif;base64,R0lGODlhAQABAAAAACw=', null],
    ['http://192.168.1.1/reboot', null],
    ['http://169.254.169.254/latest', null],
    ['http://[fd00::1]/a.jpg', null],
    ['http://router/a.jpg', null],
  ])('turns the image %j into %j', (written, expected) => {
    expect(imageAddress(written, null)).toBe(expected);
  });
});

describe('audioAddress', () => {
  const picture = { url: 'https://example.com/a.png', type: 'image/png' };
  const audio = { url: 'https://example.com/a', type: 'audio/mpeg' };

  it('skips pictures and returns the first playable attachment', () => {
    const video = { url: 'https://example.com/a.mp4', type: 'video/mp4' };
    expect(audioAddress([picture, audio, video], null)).toBe('https://example.com/a');
  });

  it.each([undefined, '', 'none', 'application/octet-stream'])(
    'decides by the file extension if the type is %j',
    (type) => {
      expect(audioAddress([{ url: 'https://example.com/a.MP3?x=1', type }], null)).toBe(
        'https://example.com/a.MP3?x=1',
      );
      expect(audioAddress([{ url: 'https://example.com/a.pdf', type }], null)).toBeNull();
    },
  );

  it('trusts the type "image" over the extension', () => {
    expect(
      audioAddress([{ url: 'https://example.com/a.mp3', type: 'image/jpeg' }], null),
    ).toBeNull();
  });

  it('finds no audio in attachments without an address', () => {
    expect(audioAddress([{ url: undefined, type: 'audio/mpeg' }], null)).toBeNull();
  });
});
