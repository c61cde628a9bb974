import { expect, test } from 'vitest';
import { readMailConfig, readSiteIdentity } from './mail-config.ts';

const environment = {
  MAIL_FROM: 'Ear Shot <alerts@earshot.example>',
  SITE_URL: 'https://earshot.example/',
  UNSUBSCRIBE_KEY: 'k'.repeat(32),
};

test('reads the sender, the site’s address and the signing keys', () => {
  expect(readMailConfig(environment)).toEqual({
    from: { name: 'Ear Shot', address: 'alerts@earshot.example' },
    siteUrl: 'https://earshot.example',
    unsubscribeKeys: ['k'.repeat(32)],
  });
});

test('an address without a name gets the name Earshot', () => {
  const { from } = readMailConfig({ ...environment, MAIL_FROM: 'a@b.example' });
  expect(from).toEqual({ name: 'Earshot', address: 'a@b.example' });
});

test.each(['Ear\r\nBcc: eve@example.com <a@b.example>', `${'n'.repeat(101)} <a@b.example>`])(
  'rejects the sender %j',
  (sender) => {
    expect(() => readMailConfig({ ...environment, MAIL_FROM: sender })).toThrow(
      /MAIL_FROM\.name must hold a name/,
    );
  },
);

test('names every invalid setting without its value', () => {
  const wrong = {
    MAIL_FROM: 'nobody',
    SITE_URL: 'javascript:alert(1)',
    UNSUBSCRIBE_KEY: 'short-secret',
  };
  expect(() => readMailConfig(wrong)).toThrow(
    /MAIL_FROM.* must hold.*SITE_URL must.*UNSUBSCRIBE_KEY must/,
  );
  expect(() => readMailConfig(wrong)).not.toThrow('short-secret');
});

test('reads several unsubscribe keys, the signing key first', () => {
  const [older, newer] = ['a'.repeat(32), 'b'.repeat(40)];
  const read = (keys: string) => readMailConfig({ ...environment, UNSUBSCRIBE_KEY: keys });
  expect(read(`${newer}, ${older}\n`).unsubscribeKeys).toEqual([newer, older]);
  expect(read('a passphrase with spaces; it is one key').unsubscribeKeys).toHaveLength(1);
});

test.each(['', ',', `${'a'.repeat(32)},short-secret`, `short-secret,${'a'.repeat(32)}`])(
  'rejects the unsubscribe keys %j without showing them',
  (keys) => {
    const read = () => readMailConfig({ ...environment, UNSUBSCRIBE_KEY: keys });
    expect(read).toThrow(/UNSUBSCRIBE_KEY must .*32 characters/);
    expect(read).not.toThrow(/short-secret|aaaa/);
  },
);

test('readSiteIdentity needs no secret', () => {
  const { MAIL_FROM, SITE_URL } = environment;
  expect(readSiteIdentity({ MAIL_FROM, SITE_URL })).toEqual({
    name: 'Ear Shot',
    url: 'https://earshot.example',
    email: 'alerts@earshot.example',
  });
  expect(() => readSiteIdentity({ MAIL_FROM })).toThrow(/SITE_URL/);
});
