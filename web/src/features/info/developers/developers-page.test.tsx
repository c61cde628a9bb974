import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { SITE_PAGES } from '#content/site-pages.ts';
import { EXAMPLE_NAMES } from '#content/subject.ts';
import { DevelopersPage } from './developers-page.tsx';
import { snippetsFor } from './snippets.ts';

const page = SITE_PAGES.find(({ path }) => path === '/developers')!;

function open() {
  return render(
    <MemoryRouter>
      <DevelopersPage page={page} />
    </MemoryRouter>,
  );
}

test('starts with three snippets to copy', async () => {
  const person = userEvent.setup();
  open();
  const figures = screen.getAllByRole('figure');
  expect(figures.map(({ textContent }) => /^[A-Za-z]+(?=Copy)/.exec(textContent)?.[0])).toEqual([
    'curl',
    'JavaScript',
    'MCP',
  ]);
  const keys = screen.getByRole('heading', { name: 'Keys' });
  for (const figure of figures) {
    expect(figure.compareDocumentPosition(keys)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  }
  await person.click(screen.getByRole('button', { name: 'Copy curl' }));
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain(`/api/v1/search?q=${EXAMPLE_NAMES[0].toLowerCase()}`);
  expect(screen.getByRole('region', { name: 'curl example' }).textContent).toBe(copied);
  expect(screen.getByRole('button', { name: 'Copied curl' })).toBeTruthy();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await person.click(screen.getByRole('button', { name: 'Copy MCP' }));
  expect(getSelection()?.toString()).toContain('mcpServers');
});

test('breaks the lines of snippets, so that a wide page need not scroll them', () => {
  const lines = snippetsFor('https://earshot.example').flatMap(({ text }) => text.split('\n'));
  expect(lines.filter((line) => line.length > 88)).toEqual([]);
});

const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('sends the key only in the header, and stores it nowhere', async () => {
  const person = userEvent.setup();
  const asked = vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(new Response('{"alerts":[],"room":200}', { status: 200, statusText: 'OK' }));
  const { unmount } = open();
  await person.click(screen.getByText('List your alerts'));
  const send = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Send' })[4]!;
  expect(send.disabled).toBe(true);
  await person.type(screen.getByLabelText('Your key'), ' es_secret ');
  await person.click(send);
  await waitFor(() => expect(screen.getByLabelText('Answer').textContent).toContain('"room": 200'));
  expect(asked).toHaveBeenCalledWith(
    '/api/v1/alerts',
    expect.objectContaining({
      method: 'GET',
      referrerPolicy: 'no-referrer',
      credentials: 'omit',
      headers: { Authorization: 'Bearer es_secret' },
    }),
  );
  expect(valueOf('List your alerts with curl')).toBe(
    `curl -H "Authorization: Bearer $EARSHOT_KEY" 'http://localhost:5050/api/v1/alerts'`,
  );
  for (const store of [localStorage, sessionStorage]) {
    expect(JSON.stringify(store)).not.toContain('es_secret');
  }
  unmount();
  open();
  expect(valueOf('Your key')).toBe('');
});

test('clears the key when the page goes into the bfcache', async () => {
  const person = userEvent.setup();
  open();
  await person.type(screen.getByLabelText('Your key'), 'es_secret');
  expect(valueOf('Your key')).toBe('es_secret');
  window.dispatchEvent(new Event('pagehide'));
  await waitFor(() => expect(valueOf('Your key')).toBe(''));
});

test('reports a missing response, and builds the body from its fields', async () => {
  const person = userEvent.setup();
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  open();
  await person.type(screen.getByLabelText('Your key'), 'es_secret');
  await person.type(screen.getAllByLabelText('query')[0]!, 'openai');
  await person.click(screen.getAllByRole('button', { name: 'Send' })[5]!);
  await waitFor(() => expect(screen.getByLabelText('Answer').textContent).toContain('No answer'));
  expect(asked.mock.calls[0]![1]).toMatchObject({ method: 'POST', body: '{"query":"openai"}' });
});
