import { expect, test } from 'vitest';
import * as functions from './index.ts';

/** A catalogue of 100 000 episodes, unpacked (docs/operating.md), and a process beside it. MiB. */
const CATALOGUE = 313;
const PROCESS = 150;

/** Functions that answer from a copy of the catalogue: while a newer one comes they have two. */
const READERS = ['search', 'health', 'pages', 'publicFeeds', 'api', 'planAlerts'] as const;

test.each(READERS)('%s has room for a copy of the catalogue and the next one', (name) => {
  const { availableMemoryMb } = functions[name].__endpoint;
  expect(availableMemoryMb).toBeGreaterThanOrEqual(2 * CATALOGUE + PROCESS);
});
