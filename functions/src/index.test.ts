import { expect, test } from 'vitest';
import * as functions from './index.ts';

/** MiB of a catalogue of 100,000 episodes (docs/operating.md), and of the process itself. */
const CATALOGUE = 313;
const PROCESS = 150;

/** Copies of the catalogue per function; searches and lookups have their own. An update doubles them. */
const COPIES = { search: 1, health: 1, pages: 1, feeds: 1, api: 1, planAlerts: 1, member: 2 };

test.each(Object.keys(COPIES) as (keyof typeof COPIES)[])(
  '%s has memory for its copies of the catalogue during an update',
  (name) => {
    const { availableMemoryMb } = functions[name].__endpoint;
    expect(availableMemoryMb).toBeGreaterThanOrEqual(2 * COPIES[name] * CATALOGUE + PROCESS);
  },
);

test('only these functions are public', () => {
  const endpoints = Object.entries(functions).map(
    ([name, { __endpoint }]) => [name, __endpoint] as const,
  );
  const open = endpoints.filter(
    ([, endpoint]) => !('taskQueueTrigger' in endpoint || 'scheduleTrigger' in endpoint),
  );
  expect(open.map(([name]) => name).sort()).toEqual(
    [
      'admitAccount',
      'api',
      'feeds',
      'health',
      'mailEvents',
      'member',
      'pages',
      'search',
      'unsubscribe',
    ].sort(),
  );
});

test('only functions that sign or check links receive the unsubscribe key', () => {
  const withKey = Object.entries(functions).filter(([, { __endpoint }]) =>
    (__endpoint.secretEnvironmentVariables ?? []).some(({ key }) => key === 'UNSUBSCRIBE_KEY'),
  );
  expect(withKey.map(([name]) => name).sort()).toEqual(['deliverDigest', 'unsubscribe']);
});
