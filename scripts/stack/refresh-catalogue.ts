import { REGION } from '../../functions/src/platform/runtime-options.ts';
import { ExpectedFailure } from './expected-failure.ts';
import { LOOPBACK } from './ports.ts';
import { readHealth } from './read-health.ts';
import type { Run } from './run.ts';

/** What the catalogue holds after a refresh, in words. */
export function contentsText({
  episodes,
  podcasts,
}: {
  episodes: number;
  podcasts: number;
}): string {
  const count = (number: number, noun: string) =>
    `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
  return `${count(episodes, 'episode')} from ${count(podcasts, 'podcast')}`;
}

/**
 * Runs the deployed schedule once, here and now: the functions emulator runs a scheduled function
 * when its trigger is posted to. Returns what the catalogue then holds; refuses when the function fails.
 */
export async function refreshCatalogue(run: Run): Promise<{ episodes: number; podcasts: number }> {
  const trigger = `functions/projects/${run.projectId}/triggers/${REGION}-refreshCatalogue-0`;
  const answer = await fetch(`http://${LOOPBACK}:${run.ports.functions}/${trigger}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await answer.arrayBuffer();
  if (!answer.ok) {
    throw new ExpectedFailure(`Refreshing the catalogue failed with HTTP status ${answer.status}.`);
  }
  const health = await readHealth(run);
  if (!health)
    throw new ExpectedFailure('The catalogue was refreshed, but health does not answer.');
  return health;
}
