import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { Link } from './link.tsx';

function At() {
  const { pathname, search, hash } = useLocation();
  return <output>{pathname + search + hash}</output>;
}

function open(props: Omit<ComponentProps<typeof Link>, 'children'>) {
  render(
    <MemoryRouter initialEntries={['/alerts']}>
      <Link {...props}>there</Link>
      <At />
    </MemoryRouter>,
  );
  return screen.getByRole('link', { name: 'there' });
}

const at = () => screen.getByRole('status').textContent;

test.each([
  ['/?q=OpenAI', '/?q=OpenAI', '/?q=OpenAI'],
  ['#preferences', '/alerts#preferences', '/alerts#preferences'],
])('%s navigates without loading a new page', async (to, href, address) => {
  const link = open({ to });
  expect(link.getAttribute('href')).toBe(href);
  await userEvent.click(link);
  expect(at()).toBe(address);
});

test('calls onClick first, which can prevent the navigation', async () => {
  const onClick = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  await userEvent.click(open({ to: '/login', onClick }));
  expect(onClick).toHaveBeenCalledOnce();
  expect(at()).toBe('/alerts');
});

test('leaves clicks for a new tab to the browser', () => {
  const link = open({ to: '/login' });
  for (const how of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }]) {
    expect(fireEvent.click(link, how)).toBe(true);
  }
  expect(at()).toBe('/alerts');
});
