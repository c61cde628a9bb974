import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import { AppHeader } from './app-header.tsx';

const open = (at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <AppHeader />
    </MemoryRouter>,
  );

test('has a search field on every page but the home page, which has its own', async () => {
  const { unmount } = open('/company/openai');
  expect(await screen.findByRole('search', { hidden: true })).toBeTruthy();
  unmount();
  open('/');
  expect(screen.queryByRole('search', { hidden: true })).toBeNull();
});
