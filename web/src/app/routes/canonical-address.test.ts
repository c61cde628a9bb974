import { expect, test } from 'vitest';
import { ALIAS, HUB_PATH, PATH, TREND_PATH } from '#shared/testing/subject-pages.ts';
import { canonicalAddress } from './canonical-address.ts';

const at = (path: string, search = '', hash = '') =>
  canonicalAddress({ pathname: path, search, hash });

test.each([
  [ALIAS.toUpperCase(), ALIAS],
  [PATH.toUpperCase(), PATH],
  ['/Login', '/login'],
  ['/LOGIN/', '/login'],
  ['/Alerts', '/alerts'],
  [TREND_PATH.toUpperCase(), TREND_PATH],
  [HUB_PATH.toUpperCase(), HUB_PATH],
  ['/Privacy', '/privacy'],
])('redirects %s to %s', (typed, known) => {
  expect(at(typed)).toBe(known);
});

test('keeps query and hash unchanged', () => {
  expect(at('/Alerts', '?from=Mail', '#Preferences')).toBe('/alerts?from=Mail#Preferences');
});

test.each([
  ['/alerts', '#preferences', '/delivery#preferences'],
  ['/Alerts/', '#preferences', '/delivery#preferences'],
  ['/dashboard', '#history', '/delivery#history'],
  ['/delivery', '#keys', '/dashboard#keys'],
])('redirects the section %s%s to %s', (path, hash, moved) => {
  expect(at(path, '', hash)).toBe(moved);
});

test.each([
  ['/alerts', '#shows'],
  ['/delivery', '#preferences'],
  ['/dashboard', '#keys'],
  ['/delivery', ''],
])('leaves the section %s%s unchanged', (path, hash) => {
  expect(at(path, '', hash)).toBeNull();
});

test.each(['/', ALIAS, '/login', `${ALIAS}/`])('leaves the path %s unchanged', (path) => {
  expect(at(path)).toBeNull();
});

test.each([
  '/Nowhere',
  '/404',
  `/%${ALIAS.charCodeAt(1).toString(16)}${ALIAS.slice(2).toUpperCase()}`,
  `//evil.example${ALIAS.toUpperCase()}`,
  '/\\evil.example',
  `${ALIAS}\n`,
])('redirects %j nowhere', (path) => {
  expect(at(path)).toBeNull();
});
