import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { latePart } from './late-part.tsx';

interface PartProps {
  name: string;
}

const part = { Part: ({ name }: PartProps) => <h1>{name}</h1> };
const broken = {
  Part: (): never => {
    throw new Error('a defect');
  },
};

type Load = () => Promise<{ Part: (props: PartProps) => React.ReactNode }>;

const online = () => vi.spyOn(navigator, 'onLine', 'get');
let offline: ReturnType<typeof online>;

beforeEach(() => {
  offline = online().mockReturnValue(false);
});

/** The first import fails, later ones succeed. */
const atSecond = () =>
  vi.fn<Load>(() => Promise.resolve(part)).mockRejectedValueOnce(new Error('no network'));

async function returns(load: ReturnType<typeof atSecond>) {
  await act(() => vi.waitFor(() => expect(load).toHaveBeenCalledOnce()));
  offline.mockReturnValue(true);
  await act(() =>
    vi.waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect(load).toHaveBeenCalledTimes(2);
    }),
  );
}

describe('a part with a fallback', () => {
  beforeEach(() => {
    // React logs errors that a boundary catches.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  afterEach(() => {
    vi.mocked(console.error).mockReset();
  });

  test('shows the fallback while offline, and appears when the connection returns', async () => {
    const load = atSecond();
    const Part = latePart(load, 'Part', { fallback: ({ name }) => <p>Without {name}</p> });
    render(<Part name="it" />);
    await vi.waitFor(() => expect(console.error).toHaveBeenCalled());
    expect(screen.getByText('Without it')).toBeTruthy();
    await returns(load);
    expect((await screen.findByRole('heading')).textContent).toBe('it');
  });

  test('shows `failed` instead of the fallback, and retries on demand', async () => {
    const load = atSecond();
    const Part = latePart(load, 'Part', {
      fallback: null,
      failed: ({ kind, again }, show, { name }) => (
        <button type="button" onClick={() => void again().then(show)}>
          {name} is {kind}
        </button>
      ),
    });
    render(<Part name="it" />);
    const button = await screen.findByRole('button', { name: 'it is offline' });
    await act(async () => {
      button.click();
      await Promise.resolve();
    });
    expect(await screen.findByRole('heading')).toBeTruthy();
  });

  test('shows the fallback after a crash', async () => {
    const Part = latePart(() => Promise.resolve(broken), 'Part', { fallback: <p>Without</p> });
    render(<Part />);
    await vi.waitFor(() => expect(console.error).toHaveBeenCalled());
    expect(screen.getByText('Without')).toBeTruthy();
  });
});

describe('a part loaded afterwards', () => {
  test('appears after it is loaded, not before', async () => {
    const load = vi.fn<Load>(() => Promise.resolve(part));
    const Part = latePart(load, 'Part', 'afterwards');
    await Part.preload();
    render(<Part name="it" />);
    expect(screen.queryByRole('heading')).toBeNull();
    expect(await screen.findByRole('heading')).toBeTruthy();
    expect(load).toHaveBeenCalledOnce();
  });

  test('loads when the connection returns, without logging an error', async () => {
    const logged = vi.spyOn(console, 'error');
    const load = atSecond();
    const Part = latePart(load, 'Part', 'afterwards');
    render(<Part name="it" />);
    await returns(load);
    expect(await screen.findByRole('heading')).toBeTruthy();
    expect(logged).not.toHaveBeenCalled();
  });
});
