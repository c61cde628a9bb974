import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { SITE_PAGES } from '#content/site-pages.ts';
import { AppFooter } from './app-footer.tsx';

test('the footer links to each text page', () => {
  render(<AppFooter />, { wrapper: MemoryRouter });
  const linked = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  const texts = SITE_PAGES.filter(({ kind }) => kind === 'about' || kind === 'legal');
  // The account page links to /developers instead, because that page explains the keys.
  const others = texts.filter(({ path }) => path !== '/developers');
  expect(others.length).toBeGreaterThan(2);
  expect(others.map(({ path }) => path).filter((path) => !linked.includes(path))).toEqual([]);
});
