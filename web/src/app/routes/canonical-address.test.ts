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
])('%s leads to %s', (typed, known) => {
  expect(at(typed)).toBe(known);
});

test('query and hash stay as they were typed', () => {
  expect(at('/Alerts', '?from=Mail', '#Preferences')).toBe('/alerts?from=Mail#Preferences');
});

test.each([
  ['/alerts', '#preferences', '/delivery#preferences'],
  ['/Alerts/', '#preferences', '/delivery#preferences'],
  ['/dashboard', '#history', '/delivery#history'],
  ['/delivery', '#keys', '/dashboard#keys'],
])('%s%s moved to %s', (path, hash, moved) => {
  expect(at(path, '', hash)).toBe(moved);
});

test.each([
  ['/alerts', '#shows'],
  ['/delivery', '#preferences'],
  ['/dashboard', '#keys'],
  ['/delivery', ''],
])('%s%s stays', (path, hash) => {
  expect(at(path, '', hash)).toBeNull();
});

test.each(['/', '/openai', '/login', '/openai/'])('%s is right as it stands', (path) => {
  expect(at(path)).toBeNull();
});

test.each([
  '/Nowhere',
  '/404',
  '/%4Fpenai',
  '//evil.example/OpenAI',
  '/\\evil.example',
  '/openai\n',
])('%j is no page, and leads nowhere', (path) => {
  expect(at(path)).toBeNull();
});
