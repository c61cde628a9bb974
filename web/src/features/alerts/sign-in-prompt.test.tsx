import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { SignInPrompt } from './sign-in-prompt.tsx';

test('asks visitors to sign in to create alerts, and shows both ways', () => {
  render(<SignInPrompt />, { wrapper: MemoryRouter });
  expect(screen.getByText('Please sign in to create alerts')).toBeTruthy();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/login',
    '/signup',
  ]);
});
