import { render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { site } from '#shared/site.ts';
import { HomePoints } from './home-points.tsx';

afterEach(() => {
  site.hasAccounts = true;
});

test('mentions emails only if accounts are on', () => {
  const points = () => screen.getAllByRole('listitem').length;
  const { unmount } = render(<HomePoints />);
  expect(points()).toBe(3);
  unmount();
  site.hasAccounts = false;
  render(<HomePoints />);
  expect(points()).toBe(2);
});
