import { describe, expect, it } from 'vitest';
import type { FeedReading } from '../feed-model.ts';
import { isPublicHost, withPublicImages } from './public-host.ts';

const host = (name: string) => isPublicHost(new URL(`https://${name}/a.jpg`));

describe('isPublicHost', () => {
  it.each(['example.com', 'cdn.example.co.uk', 'example.com.', '1.1.1.1', '[2606:4700::1]'])(
    'takes %s for public',
    (name) => expect(host(name)).toBe(true),
  );

  it.each([
    ...[
      'localhost',
      'covers.localhost',
      'localhost.',
      '127.0.0.1',
      '127.1',
      '0x7f.1',
      '2130706433',
    ],
    ...['10.0.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['[::1]', '[fe80::1]', '[fd00::1]', '[::ffff:10.0.0.1]'],
    ...['router', 'nas.local', 'metadata.google.internal', 'printer.lan', 'fritz.box.home.arpa'],
  ])('does not take %s for public', (name) => {
    expect(host(name)).toBe(false);
  });
});

describe('a feed’s reading with public images', () => {
  it('keeps no picture on the machine of whoever looks at it', () => {
    const item = { image: 'http://127.0.0.1:8080/a.jpg' };
    const show = { image: 'http://localhost/b.jpg' };
    const reading = { kind: 'read', show, items: [item, { image: 'https://example.com/c.jpg' }] };
    expect(withPublicImages(reading as FeedReading)).toEqual({
      kind: 'read',
      show: { image: null },
      items: [{ image: null }, { image: 'https://example.com/c.jpg' }],
    });
  });
});
