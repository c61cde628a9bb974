import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPart, PartFailure } from './load-part.ts';

const isGone = () => Promise.reject(new Error('no such file'));
let asked: ReturnType<typeof vi.fn<typeof fetch>>;

beforeEach(() => {
  asked = vi.fn<typeof fetch>();
  vi.stubGlobal('fetch', asked);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  // A tab that was reloaded for this version is not reloaded again.
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('refused', 'QuotaExceededError');
    },
  });
});

afterEach(() => vi.unstubAllGlobals());

test('retries a failed import once if the site is reachable', async () => {
  asked.mockResolvedValueOnce(new Response());
  const load = vi
    .fn(isGone)
    .mockRejectedValueOnce(new Error('once'))
    .mockResolvedValueOnce('part' as never);
  expect(await loadPart(load)).toBe('part');
  expect(load).toHaveBeenCalledTimes(2);
});

test('rejects as offline, without a retry, if the site is unreachable', async () => {
  asked.mockRejectedValueOnce(new TypeError('network'));
  const load = vi.fn(isGone);
  const failure: unknown = await loadPart(load).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PartFailure);
  expect(failure).toMatchObject({ kind: 'offline' });
  expect(load).toHaveBeenCalledOnce();
});

test('rejects as missing if the site is reachable and the browser cannot store the reload', async () => {
  asked.mockResolvedValueOnce(new Response());
  await expect(loadPart(isGone)).rejects.toMatchObject({ kind: 'missing' });
});
