import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// Longer than the default of a second: tests may have to share the machine.
configure({ asyncUtilTimeout: 20_000 });

/** What a test has asked the network for without a stand-in of its own. */
const asked: string[] = [];

beforeEach(() => {
  // React reports broken markup, missing keys and lost updates on the console only.
  vi.spyOn(console, 'error');
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
  expect(unanswered, 'what was asked of the network').toEqual([]);
});
