import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { HeaderSearch } from '#app/header/header-search.tsx';
import { sessionStore } from '#shared/data/session/session-store.ts';
import { sampleUser } from '#shared/testing/sample-user.ts';
import { PAGE_KEY, SHOW_KEYS } from '#shared/page/show-keys.ts';
import { COMPOSING_KEYS } from '#shared/testing/composing-keys.ts';
import { switchKeys } from './keys-setting.ts';
import { PageKeys } from './page-keys.tsx';

beforeEach(() => {
  // happy-dom has no layout, so all elements would seem hidden.
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockReturnValue([
    new DOMRect(),
  ] as unknown as DOMRectList);
});

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

function open(at = '/alerts') {
  render(
    <MemoryRouter initialEntries={[at]}>
      <header>
        <HeaderSearch />
      </header>
      <Address />
      <main>
        <textarea aria-label="Notes" />
        <select aria-label="Order" />
      </main>
      <PageKeys />
    </MemoryRouter>,
  );
}

const field = () => screen.getByRole('textbox', { name: 'Search episodes', hidden: true });
const list = () => screen.queryByRole('dialog', { name: 'Keyboard' });

test('"/" focuses the search field, and Enter searches', async () => {
  open();
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(field());
  await userEvent.keyboard('sam altman, a16z{Enter}');
  expect(screen.getByRole('status').textContent).toBe('/?q=sam+altman%2C+a16z');
});

test('an empty search does not navigate', async () => {
  open();
  await userEvent.type(field(), '  {Enter}');
  expect(screen.getByRole('status').textContent).toBe('/alerts');
});

test('"?" lists the keys, and Escape closes the list', async () => {
  open();
  await userEvent.keyboard('?');
  expect(await screen.findByText('Go to the search field')).toBeTruthy();
  await userEvent.keyboard('/');
  expect(document.activeElement).not.toBe(field());
  await userEvent.keyboard('{Escape}');
  expect(list()).toBeNull();
});

test('passes other keys on to the page, unless they are switched off or for a field', async () => {
  open();
  const passed: unknown[] = [];
  const note = (event: Event) => event instanceof CustomEvent && passed.push(event.detail);
  addEventListener(PAGE_KEY, note);
  await userEvent.keyboard('jo?{Escape}{Control>}e{/Control}');
  screen.getByLabelText('Notes').focus();
  await userEvent.keyboard('k');
  screen.getByLabelText('Notes').blur();
  switchKeys(false);
  await userEvent.keyboard('b');
  removeEventListener(PAGE_KEY, note);
  expect(passed.filter((key) => String(key).length === 1)).toEqual(['j', 'o']);
});

test.each([
  ['signed-out', 0],
  ['signed-in', 3],
] as const)('lists the keys of the inbox for people who are %s: %d', async (status, count) => {
  const session = status === 'signed-in' ? { status, user: sampleUser() } : { status };
  vi.spyOn(sessionStore, 'getSession').mockReturnValue(session);
  open();
  await userEvent.keyboard('?');
  await screen.findByText('Go to the search field');
  expect(screen.queryAllByText(/^In the inbox/)).toHaveLength(count);
});

test.each(['Notes', 'Order', 'Search episodes'])(
  'no key fires inside the field %s',
  async (name) => {
    open();
    const typed = screen.getByLabelText(name, { selector: 'input, textarea, select' });
    typed.focus();
    await userEvent.keyboard('?/');
    expect(document.activeElement).toBe(typed);
    expect(list()).toBeNull();
  },
);

test.each(['{Control>}/{/Control}', '{Meta>}/{/Meta}', '{Alt>}?{/Alt}'])(
  '%s is left to the browser',
  async (keys) => {
    open();
    await userEvent.keyboard(keys);
    expect(document.activeElement).toBe(document.body);
    expect(list()).toBeNull();
  },
);

test('keys can be switched off and on again', async () => {
  open();
  act(() => void dispatchEvent(new Event(SHOW_KEYS)));
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard' });
  await userEvent.click(within(dialog).getByRole('checkbox'));
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('/?');
  expect(document.activeElement).not.toBe(field());
  expect(list()).toBeNull();
  act(() => void dispatchEvent(new Event(SHOW_KEYS)));
  await userEvent.click(await screen.findByRole('checkbox'));
  await userEvent.keyboard('{Escape}/');
  expect(document.activeElement).toBe(field());
});

test('a phone’s magnifier opens and focuses the field, and Escape returns the focus', async () => {
  open();
  const magnifier = screen.getByRole('button', { name: 'Search episodes' });
  await userEvent.click(magnifier);
  expect(document.activeElement).toBe(field());
  expect(magnifier.getAttribute('aria-expanded')).toBe('true');
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(magnifier);
  expect(magnifier.getAttribute('aria-expanded')).toBe('false');
});

test.each(COMPOSING_KEYS)('ignores the keys of an input method %j', (key) => {
  open();
  fireEvent.keyDown(document.body, { ...key, key: '?' });
  fireEvent.keyDown(document.body, { ...key, key: '/' });
  expect([list(), document.activeElement]).toEqual([null, document.body]);
  field().focus();
  fireEvent.keyDown(field(), { ...key, key: 'Escape' });
  expect(document.activeElement).toBe(field());
  fireEvent.keyDown(field(), { key: 'Escape', keyCode: 27 });
  expect(document.activeElement).not.toBe(field());
});
