import { afterEach, expect, test, vi } from 'vitest';
import { keptText } from './kept-text.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('reads what was written until it is removed', () => {
  const kept = keptText('localStorage', 'earshot.test');
  expect(kept.read()).toBeNull();
  expect(kept.write('text')).toBe(true);
  expect([kept.read(), keptText('sessionStorage', 'earshot.test').read()]).toEqual(['text', null]);
  kept.write(null);
  expect(kept.read()).toBeNull();
});

const refuse = () => {
  throw new DOMException('denied', 'SecurityError');
};

test.each([
  ['is missing, as on the server', { value: undefined }],
  ['throws on access', { get: refuse }],
  ['is full', { value: { getItem: () => null, setItem: refuse, removeItem: refuse } }],
])('stores nothing and does not throw if storage %s', (_what, property) => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  Object.defineProperty(globalThis, 'localStorage', { ...property, configurable: true });
  try {
    const kept = keptText('localStorage', 'earshot.test');
    expect(kept.write('text')).toBe(false);
    kept.write(null);
    expect(kept.read()).toBeNull();
  } finally {
    if (before) Object.defineProperty(globalThis, 'localStorage', before);
    else Reflect.deleteProperty(globalThis, 'localStorage');
  }
});
