import { render, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { EpisodeCover } from './episode-cover.tsx';

/** Renders a cover in a given loading state. The returned function is true while the image is shown. */
function open(state: { complete: boolean; naturalWidth: number; decodes: boolean }) {
  const cover = HTMLImageElement.prototype;
  vi.spyOn(cover, 'complete', 'get').mockReturnValue(state.complete);
  vi.spyOn(cover, 'naturalWidth', 'get').mockReturnValue(state.naturalWidth);
  const decode = vi.fn(() => (state.decodes ? Promise.resolve() : Promise.reject(new Error())));
  Object.assign(cover, { decode });
  const { container } = render(
    <EpisodeCover image="https://covers.example/1.jpg" className="w-16" />,
  );
  return () => container.querySelector('img') !== null;
}

test('replaces a cover that failed before hydration', async () => {
  const isThere = open({ complete: true, naturalWidth: 0, decodes: false });
  await waitFor(() => expect(isThere()).toBe(false));
});

test.each([
  ['loaded', { complete: true, naturalWidth: 224, decodes: true }],
  ['loaded SVG without intrinsic size', { complete: true, naturalWidth: 0, decodes: true }],
  ['loading', { complete: false, naturalWidth: 0, decodes: false }],
])('keeps a %s cover', async (_what, state) => {
  const isThere = open(state);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isThere()).toBe(true);
});
