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
