import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CrashBoundary } from './crash-boundary.tsx';
import { latePart } from '#shared/loading/late-part.tsx';

const page = { Page: () => <h1>The page</h1> };
const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

/** Simulates the connection: `navigator.onLine`, and a site that answers only while online. */
function connection(online: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  vi.stubGlobal('fetch', () =>
    online ? Promise.resolve(new Response('')) : Promise.reject(new TypeError('Failed to fetch')),
  );
}

async function comesBack() {
  // A listener may be registered only after this tick.
  await act(() => Promise.resolve());
  connection(true);
  await act(async () => {
    window.dispatchEvent(new Event('online'));
    await Promise.resolve();
  });
}

function open(load: () => Promise<typeof page>) {
  const Page = latePart(load, 'Page');
  render(
    <Suspense fallback={<p>Loading</p>}>
      <CrashBoundary>
        <Page />
      </CrashBoundary>
    </Suspense>,
  );
}

const reload = () => vi.spyOn(window.location, 'reload').mockReturnValue();

beforeEach(() => {
  // React logs errors that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.mocked(console.error).mockReset();
});

describe('a page whose part is not loaded', () => {
  test('shows while offline that the page is missing, and loads it when the connection returns', async () => {
    connection(false);
    const load = vi.fn<() => Promise<typeof page>>(missing);
    open(load);
    expect((await screen.findByRole('heading')).textContent).toBe('You are offline');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
    load.mockResolvedValue(page);
    await comesBack();
    expect(await screen.findByRole('heading', { name: 'The page' })).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('Retry loads the page and moves the focus to it', async () => {
    connection(false);
    const load = vi.fn<() => Promise<typeof page>>(missing);
    const content = document.createElement('main');
    content.id = 'content';
    content.tabIndex = -1;
    document.body.append(content);
    open(load);
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(screen.getByRole('heading').textContent).toBe('You are offline');
    connection(true);
    load.mockResolvedValue(page);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('The page'));
    expect(document.activeElement).toBe(content);
    content.remove();
  });

  test('retries a failed page once if the site responds, without a reload', async () => {
    connection(true);
    const reloaded = reload();
    const load = vi.fn<() => Promise<typeof page>>(missing).mockImplementationOnce(missing);
    load.mockResolvedValue(page);
    open(load);
    expect((await screen.findByRole('heading')).textContent).toBe('The page');
    expect(reloaded).not.toHaveBeenCalled();
  });

  test('reloads once if the page’s file is gone', async () => {
    connection(true);
    const reloaded = reload();
    open(missing);
    await waitFor(() => expect(reloaded).toHaveBeenCalledOnce());
    expect(screen.getByText('Loading')).toBeTruthy();
    // Opens the page again, as after the reload.
    open(missing);
    expect((await screen.findByRole('heading')).textContent).toBe('Something went wrong');
    expect(reloaded).toHaveBeenCalledOnce();
  });

  test('never reloads if the browser cannot store that it did', async () => {
    connection(true);
    const reloaded = reload();
    vi.stubGlobal('sessionStorage', null);
    open(missing);
    expect((await screen.findByRole('heading')).textContent).toBe('Something went wrong');
    expect(reloaded).not.toHaveBeenCalled();
  });
});
