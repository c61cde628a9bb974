import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { readIntent } from './read-intent.ts';
import { SignInPrompt } from './sign-in-prompt.tsx';

const intent = { keywords: ['NEA'], otherNames: ['New Enterprise Associates'] };

beforeEach(() => {
  render(<SignInPrompt about="NEA" action="Create an alert for NEA" intent={intent} />, {
    wrapper: MemoryRouter,
  });
});

test('asks visitors to sign in, with links to both pages', () => {
  expect(
    screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Please sign in to create alerts', '/login'],
    ['Create an alert for NEA', '/signup'],
  ]);
});

test.each(['Create an alert for NEA', 'Please sign in to create alerts'])(
  'stores the intent on a click: %s',
  async (name) => {
    expect(readIntent('ada')).toBeNull();
    await userEvent.click(screen.getByRole('link', { name }));
    expect(readIntent('ada')).toEqual(intent);
  },
);
