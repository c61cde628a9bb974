import { setTimeout as pause } from 'node:timers/promises';
import { showsOfCharts } from './apple-charts.ts';
import type { Chart } from './apple-genres.ts';
import { newShows, offerShows, readList, showsOfList } from './operator-list.ts';
import { paceRequests } from './paced-requests.ts';
import { plain } from './shown-catalogue.ts';

interface Request {
  charts: readonly Chart[];
  lookupUrl: string;
  memory: string;
  /** The operator's list. */
  list: string;
  add: boolean;
  stderr: { write(text: string): unknown };
  clock?: { now: () => number; pause: (ms: number) => Promise<void> };
}

/**
 * Finds the feeds of charted shows and prints those that the operator's list lacks. With `add`, then adds them, unless
 * Apple stopped the run. Throws a sentence if it did, or if nothing could be read.
 */
export async function* chartAnswers(request: Request): AsyncGenerator<string> {
  const { charts, lookupUrl, memory, list, add, stderr } = request;
  const { clock = { now: Date.now, pause: (ms: number) => pause(ms) } } = request;
  const onRequest = (url: string) => void stderr.write(`${url.slice(0, 100)}\n`);
  const requests = paceRequests({ memory, ...clock, onRequest });
  const { shows, withoutFeed, failures } = await showsOfCharts(charts, lookupUrl, requests);
  yield* failures;
  const stopped = requests.stopped();
  if (stopped !== null)
    throw new Error(`${stopped} Then run the same command: it goes on where it stopped.`);
  if (shows.length === 0 && failures.length > 0) throw new Error('No show was found.');
  for (const { address, title } of newShows(showsOfList(readList(list)), shows).shows)
    yield `new  ${address}  ${plain(title)}`;
  yield `${charts.length} charts: ${shows.length} shows with a public feed, ${withoutFeed} without.`;
  yield offerShows(list, shows, add);
}
