import { describe, expect, it } from 'vitest';
import type { FeedReading } from '../feed-model.ts';
import { isPublicAddress, isPublicHost, withPublicImages } from './public-host.ts';

describe('isPublicAddress', () => {
  it.each(['93.184.215.14', '8.8.8.8', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])(
    'accepts %s as public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['loopback', '::1'],
    ['this network', '0.0.0.0'],
    ['this network', '::'],
    ['private', '10.0.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['link-local, the cloud metadata', '169.254.169.254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['unique local', 'fd00:ec2::254'],
    ['site-local', 'fec0::1'],
    ['shared', '100.64.0.1'],
    ['multicast', '224.0.0.1'],
    ['multicast', 'ff02::1'],
    ['broadcast', '255.255.255.255'],
    ['documentation', '192.0.2.1'],
    ['documentation', '2001:db8::1'],
    ['benchmarking', '198.18.0.1'],
    ['reserved', '240.0.0.1'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped, even if public', '::ffff:8.8.8.8'],
    ['compatible', '::127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:1::1'],
    ['no address', 'example.com'],
    ['no address', ''],
  ])('rejects %s (%s) as not public', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

const host = (name: string) => isPublicHost(new URL(`https://${name}/a.jpg`));

describe('isPublicHost', () => {
  it.each(['example.com', 'cdn.example.co.uk', 'example.com.', '1.1.1.1', '[2606:4700::1]'])(
    'accepts %s as public',
    (name) => expect(host(name)).toBe(true),
  );

  it.each([
    'localhost',
    'covers.localhost',
    'localhost.',
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '[::1]',
    '[fe80::1]',
    '[fd00::1]',
    '[::ffff:10.0.0.1]',
    'router',
    'nas.local',
    'metadata.google.internal',
    'printer.lan',
    'fritz.box.home.arpa',
  ])('rejects %s as not public', (name) => {
    expect(host(name)).toBe(false);
  });
});

describe('a feed’s reading with public images', () => {
  it('removes images on private hosts', () => {
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
