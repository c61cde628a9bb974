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
  [['sourdough'], 'Verify your email, then we save your alert for “sourdough”.'],
  [['rye', 'spelt'], 'Verify your email, then we save your alerts for “rye”, “spelt”.'],
])('names %j, which are saved after the sign-up', (keywords, text) => {
  keepIntent({ keywords, otherNames: [] });
  open();
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('We email you a link to confirm your address.')).toBeTruthy();
});

test('names the show, which is followed after the verification', () => {
  const showId = '0123456789abcdef0123';
  keepIntent({ keywords: ['Café Kilobyte'], otherNames: [], isShow: true, showId });
  open();
  screen.getByText('Verify your email, then you follow “Café Kilobyte”.');
});

test.each([
  ['there is no intent', () => undefined],
  ['the intent is hours old', () => keepIntent({ keywords: ['rye'], otherNames: [] }, 1)],
  ['the intent is a show', () => keepIntent({ keywords: ['rye'], otherNames: [], isShow: true })],
])('names nothing if %s', (_, keep) => {
  keep();
  open();
  expect(screen.queryByText(/^Verify your email, then/)).toBeNull();
});
