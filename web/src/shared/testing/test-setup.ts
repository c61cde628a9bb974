import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

/** URLs that the current test fetched without mocking `fetch`. */
const asked: string[] = [];

beforeEach(() => {
  // React reports invalid markup, missing keys and lost updates only with console.error.
  vi.spyOn(console, 'error');
  // happy-dom has no layout, so nothing comes into view.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', (address: string | URL) => {
    asked.push(String(address));
    return Promise.reject(new TypeError('Tests do not reach the network.'));
  });
});

afterEach(() => {
  cleanup();
  const unanswered = asked.splice(0);
  expect(console.error).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  // Test files of one worker share a window. Tests of the build have no window.
  if (typeof window !== 'undefined') {
    localStorage.clear();
    sessionStorage.clear();
  }
  expect(unanswered, 'what was asked of the network').toEqual([]);
});
