import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { COMPOSING_KEYS } from '#shared/testing/composing-keys.ts';
import { OptionMenu } from './option-menu.tsx';

test('closes at Escape, but not at that of an input method', () => {
  const options = [{ name: 'Newest first', isOn: true, to: '/' }];
  render(
    <MemoryRouter>
      <OptionMenu groups={[{ name: 'Order', options }]} />
    </MemoryRouter>,
  );
  const menu = screen.getByRole<HTMLDetailsElement>('group');
  menu.open = true;
  for (const key of COMPOSING_KEYS) fireEvent.keyDown(menu, { ...key, key: 'Escape' });
  expect(menu.open).toBe(true);
  fireEvent.keyDown(menu, { key: 'Escape', keyCode: 27 });
  expect(menu.open).toBe(false);
});
