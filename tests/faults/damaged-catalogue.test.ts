import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { catalogueFile } from '../support/stack.ts';
import { refresh } from './catalogue-feeds.ts';
import { recordFault, seconds } from './record-fault.ts';
import { countOf, type Found, searchSteadily, tally } from './searching.ts';

const cutOff = (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2));
const overwrite = (file: string) => writeFileSync(file, 'not a database '.repeat(5000));
const remove = (file: string) => {
  const folder = path.dirname(file);
  const parts = readdirSync(folder).filter((name) => name.startsWith(path.basename(file)));
  for (const name of parts) rmSync(path.join(folder, name));
};

function seenBetween(found: readonly Found[]): string {
  const failed = found.filter(({ status }) => status !== 200);
  if (failed.length > 0) return `“temporarily unavailable” (${tally(found)})`;
  return found.some(({ response }) => response?.total === 0)
    ? `no episodes found (${tally(found)})`
    : `nothing (${tally(found)})`;
}

test.each([
  ['cut off in the middle', cutOff],
  ['overwritten with garbage', overwrite],
  ['deleted', remove],
])('restores a catalogue file that was %s with the next refresh', async (name, damage) => {
  expect(await refresh()).toBe(200);
  const before = await countOf('OpenAI');
  expect(before).toBeGreaterThan(5);

  const searches = searchSteadily('OpenAI');
  await pause(1000);
  damage(catalogueFile());
  await pause(2000);
  const found = await searches.stop();
  expect(found.every(({ status }) => status === 200 || status === 500)).toBe(true);

  const startedAt = performance.now();
  expect(await refresh()).toBe(200);
  expect(await countOf('OpenAI')).toBe(before);
  recordFault({
    fault: `catalogue file ${name} while it is searched`,
    seen: seenBetween(found),
    lost: 'nothing that the feeds still list',
    recovery: `the next refresh (${seconds(performance.now() - startedAt)})`,
  });
});
