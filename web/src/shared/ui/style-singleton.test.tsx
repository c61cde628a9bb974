import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { styleSingleton } from './style-singleton.ts';

test('applies the first instance’s styles until the last unmounts, without a style element', () => {
  const Sheet = styleSingleton();
  const first = render(<Sheet styles="body { overflow: hidden }" />);
  const second = render(<Sheet styles="body { overflow: scroll }" />);
  const texts = () =>
    document.adoptedStyleSheets.map(({ cssRules }) => [...cssRules].map((rule) => rule.cssText));
  expect(texts()).toHaveLength(1);
  expect(texts().flat().join('')).toContain('hidden');
  expect(document.querySelector('style')).toBeNull();
  first.unmount();
  expect(texts()).toHaveLength(1);
  second.unmount();
  expect(texts()).toEqual([]);
});
