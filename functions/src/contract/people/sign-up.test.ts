import { describe, expect, test } from 'vitest';
import { MAX_SIGN_UP_DOMAINS, maySignUp, readSignUpRule } from './sign-up.ts';

describe('the setting of who may sign up', () => {
  test.each([
    ['', 'open'],
    ['open', 'open'],
    [' Closed ', 'closed'],
    ['Heard.test', ['heard.test']],
    ['heard.test, news.example.org heard.test', ['heard.test', 'news.example.org']],
    ['xn--bcher-kva.example', ['xn--bcher-kva.example']],
  ])('reads %j as %j', (text, rule) => expect(readSignUpRule(text)).toEqual(rule));

  test.each([
    'close',
    'yes',
    ',',
    'localhost',
    '@heard.test',
    'ada@heard.test',
    'heard.test;example.org',
    '*.heard.test',
    'heard..test',
    '-heard.test',
    'https://heard.test',
    'open, heard.test',
    `${'a'.repeat(250)}.test`,
    Array.from({ length: MAX_SIGN_UP_DOMAINS + 1 }, (_, at) => `a${at}.test`).join(','),
  ])('refuses %j', (text) => expect(readSignUpRule(text)).toBeNull());
});

describe('who may sign up', () => {
  test.each([
    ['ada@heard.test', true],
    ['Ada@HEARD.test', true],
    ['ada@mail.heard.test', false],
    ['ada@notheard.test', false],
    ['ada@heard.test.example.org', false],
    ['"ada@heard.test"@example.org', false],
    ['', false],
    ['heard.test@', false],
  ])('with a domain, %j: %j', (email, may) => {
    expect(maySignUp(['heard.test'], email)).toBe(may);
  });

  test('everybody if sign-up is open, nobody if it is closed', () => {
    expect([maySignUp('open', ''), maySignUp('closed', 'ada@heard.test')]).toEqual([true, false]);
  });
});
