import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

describe('isPublicAddress', () => {
  it.each(['93.184.215.14', '8.8.8.8', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])(
    'takes %s for public',
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
  ])('does not take %s (%s) for public', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
