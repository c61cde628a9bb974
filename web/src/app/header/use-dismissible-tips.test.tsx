import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { COMPOSING_KEYS } from '#shared/testing/composing-keys.ts';
import { IconButton } from '#shared/ui/icon-button.tsx';
import { useDismissibleTips } from './use-dismissible-tips.ts';

function Page() {
  useDismissibleTips();
  return (
    <>
      <IconButton label="Delete alert for OpenAI" tip="Delete" />
      <button type="button">Other</button>
    </>
  );
}

const { dataset } = document.documentElement;

test('an icon button has a label and a tooltip', () => {
  render(<Page />);
  const button = screen.getByRole('button', { name: 'Delete alert for OpenAI' });
  expect(button.dataset['tip']).toBe('Delete');
});

test('Escape hides tooltips until the next button has the focus', async () => {
  render(<Page />);
  await userEvent.tab();
  expect(dataset['tips']).toBeUndefined();
  for (const key of COMPOSING_KEYS) fireEvent.keyDown(document.body, { ...key, key: 'Escape' });
  expect(dataset['tips']).toBeUndefined();
  await userEvent.keyboard('{Escape}');
  expect(dataset['tips']).toBe('off');
  await userEvent.tab();
  expect(dataset['tips']).toBeUndefined();
});
