import { expect, test } from 'vitest';
import { canonicalAddress } from './canonical-address.ts';

const at = (path: string, search = '', hash = '') =>
  canonicalAddress({ pathname: path, search, hash });

test.each([
  ['/OpenAI', '/openai'],
  ['/Company/OpenAI', '/company/openai'],
  ['/Login', '/login'],
  ['/LOGIN/', '/login'],
  ['/Alerts', '/alerts'],
  ['/Trends/AI-Machine-Learning', '/trends/ai-machine-learning'],
  ['/Topics/Venture-Capital', '/topics/venture-capital'],
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

test.each(['/', '/openai', '/login', '/openai/'])('leaves the path %s unchanged', (path) => {
  expect(at(path)).toBeNull();
});

test.each([
  '/Nowhere',
  '/404',
  '/%4Fpenai',
  '//evil.example/OpenAI',
  '/\\evil.example',
  '/openai\n',
])('redirects %j nowhere', (path) => {
  expect(at(path)).toBeNull();
});
