import { ExpectedFailure } from '../processes/expected-failure.ts';
import { readHealth } from './running-stack.ts';
import { runSchedule } from './run-schedule.ts';
import type { Instance } from './instance.ts';

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

export async function refreshCatalogue(
  run: Instance,
): Promise<{ episodes: number; podcasts: number }> {
  const status = await runSchedule(run, 'refreshCatalogue');
  if (status !== 200) {
    throw new ExpectedFailure(`Refreshing the catalogue failed with HTTP status ${status}.`);
  }
  const health = await readHealth(run);
  if (!health)
    throw new ExpectedFailure('The catalogue was refreshed, but health does not answer.');
  return health;
}
