import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useLatePart } from './use-late-part.ts';

const part = { name: 'part' };

function open(load: () => Promise<typeof part>) {
  function Shown() {
    return <output>{useLatePart(load)?.name ?? 'nothing'}</output>;
  }
  return render(<Shown />);
}

const shown = () => screen.getByRole('status').textContent;

test('a part that is loaded late is there when it is', async () => {
  open(() => Promise.resolve(part));
  expect(shown()).toBe('nothing');
  expect(await screen.findByText('part')).toBeTruthy();
});

test('one that could not be loaded without a connection comes with it, and nobody is told', async () => {
  const told = vi.spyOn(console, 'error');
  const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(() => Promise.resolve(part)).mockRejectedValueOnce(new Error('no network'));
  open(load);
  await act(() => vi.waitFor(() => expect(load).toHaveBeenCalledOnce()));
  expect(shown()).toBe('nothing');
  offline.mockReturnValue(true);
  await act(() =>
    vi.waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect(load).toHaveBeenCalledTimes(2);
    }),
  );
  expect(await screen.findByText('part')).toBeTruthy();
  expect(told).not.toHaveBeenCalled();
});
