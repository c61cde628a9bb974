import { expect, test } from 'vitest';
import * as functions from './index.ts';

/** A catalogue of 100 000 episodes, unpacked (docs/operating.md), and a process beside it. MiB. */
const CATALOGUE = 313;
const PROCESS = 150;

/**
 * Copies that each function has which answers from the catalogue. Searches and lookups have their own. While a newer
 * one comes there are twice as many.
 */
const COPIES = { search: 1, health: 1, pages: 1, feeds: 1, api: 1, planAlerts: 1, member: 2 };

test.each(Object.keys(COPIES) as (keyof typeof COPIES)[])(
  '%s has room for its copies of the catalogue and the next ones',
  (name) => {
    const { availableMemoryMb } = functions[name].__endpoint;
    expect(availableMemoryMb).toBeGreaterThanOrEqual(2 * COPIES[name] * CATALOGUE + PROCESS);
  },
);

test('only these functions answer strangers; Google alone calls all others', () => {
  const endpoints = Object.entries(functions).map(
    ([name, { __endpoint }]) => [name, __endpoint] as const,
  );
  const open = endpoints.filter(
    ([, endpoint]) => !('taskQueueTrigger' in endpoint || 'scheduleTrigger' in endpoint),
  );
  expect(open.map(([name]) => name).sort()).toEqual(
    ['api', 'feeds', 'health', 'mailEvents', 'member', 'pages', 'search', 'unsubscribe'].sort(),
  );
});

test('only what signs or checks links in emails has the key to them', () => {
  const withKey = Object.entries(functions).filter(([, { __endpoint }]) =>
    (__endpoint.secretEnvironmentVariables ?? []).some(({ key }) => key === 'UNSUBSCRIBE_KEY'),
  );
  expect(withKey.map(([name]) => name).sort()).toEqual(['deliverDigest', 'unsubscribe']);
});
