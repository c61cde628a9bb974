import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { forgetIntent, keepIntent } from '#features/alerts/pending-alert/alert-intent.ts';
import { SignUpRoute } from './sign-up-route.tsx';

afterEach(forgetIntent);

function open() {
  render(
    <MemoryRouter>
      <SignUpRoute />
    </MemoryRouter>,
  );
}

test.each([
  [['sourdough'], 'Your alert for “sourdough” is saved next.'],
  [['rye', 'spelt'], 'Your alerts for “rye”, “spelt” are saved next.'],
])('names %j, which are saved after the sign-up', (keywords, text) => {
  keepIntent({ keywords, otherNames: [] });
  open();
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('We email you a link to confirm your address.')).toBeTruthy();
});

test.each([
  ['there is no intent', () => undefined],
  ['the intent is hours old', () => keepIntent({ keywords: ['rye'], otherNames: [] }, 1)],
  ['the intent is a show', () => keepIntent({ keywords: ['rye'], otherNames: [], isShow: true })],
])('names nothing if %s', (_, keep) => {
  keep();
  open();
  expect(screen.queryByText(/saved next/)).toBeNull();
});
