import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Pagination } from './pagination.tsx';

/** Three pages of results, opened at one of them. */
function Pages({ first }: { first: number }) {
  const [current, setCurrent] = useState(first);
  return <Pagination current={current} pages={3} onChange={setCurrent} />;
}

const button = (name: string) => screen.getByRole('button', { name });

test('the button that leads to the last page hands its focus to the number of that page', async () => {
  render(<Pages first={2} />);
  await userEvent.click(button('Next'));
  expect(button('Next')).toHaveProperty('disabled', true);
  expect(document.activeElement).toBe(button('Page 3'));
});

test('so does the one that leads to the first page', async () => {
  render(<Pages first={2} />);
  await userEvent.click(button('Previous'));
  expect(document.activeElement).toBe(button('Page 1'));
});

test('a button that can be pressed again keeps its focus', async () => {
  render(<Pages first={1} />);
  await userEvent.click(button('Next'));
  expect(document.activeElement).toBe(button('Next'));
});
