import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { VisitorMenu } from './visitor-menu.tsx';

test('the visitor menu links to sign-up and sign-in, and lists the benefits', () => {
  render(<VisitorMenu />, { wrapper: MemoryRouter });
  const links = within(screen.getByRole('navigation', { name: 'Account' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Create Account', '/signup'],
    ['Sign In', '/login'],
  ]);
  const topics = within(screen.getByRole('navigation', { name: 'Popular Topics' }));
  expect(topics.getAllByRole('link').length).toBeGreaterThan(4);
  const [benefits] = screen.getAllByRole('list');
  expect(
    within(benefits!)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Email alerts for new episodes',
    'Track favorite topics',
    'Never miss discussions',
    'Personalized recommendations',
  ]);
});
