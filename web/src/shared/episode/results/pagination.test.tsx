import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Pagination } from './pagination.tsx';

function Pages({ first }: { first: number }) {
  const [current, setCurrent] = useState(first);
  const addressOf = (page: number) => `/somewhere?page=${page}`;
  return <Pagination current={current} pages={3} addressOf={addressOf} onChange={setCurrent} />;
}

const link = (name: string) => screen.getByRole('link', { name });

test('a disabled link has no address', async () => {
  render(<Pages first={2} />);
  await userEvent.click(link('Next'));
  expect(link('Next').getAttribute('aria-disabled')).toBe('true');
  expect(link('Next').getAttribute('href')).toBeNull();
  expect(link('Page 3').getAttribute('aria-current')).toBe('page');
});

test('each page has an address that opens in a new tab', async () => {
  render(<Pages first={1} />);
  expect(link('Page 2').getAttribute('href')).toBe('/somewhere?page=2');
  expect(link('Next').getAttribute('href')).toBe('/somewhere?page=2');
  // Otherwise, happy-dom would navigate.
  link('Page 2').addEventListener('click', (event) => event.preventDefault());
  const user = userEvent.setup();
  await user.keyboard('{Control>}');
  await user.click(link('Page 2'));
  expect(link('Page 1').getAttribute('aria-current')).toBe('page');
});
