import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from '../commands/command-lines.ts';
import { closedLoop, type LoadOutcome, openLoop } from './generate-load.ts';
import { comparedLine, createReport, headLine, medianOf } from './report.ts';
import { differentRequest, overHttp, sameRequest } from './search-requests.ts';
import { serveSearch, type ServedSearch } from './served-search.ts';

/**
 * Measures concurrent searches over HTTP of the function as it is deployed. Finds the rate of saturation and, unless a
 * commit is compared, the latency at a steady rate.
 */

const { against } = optionsOf(COMMANDS['bench-load']);

const EPISODES = 20_000;
const CONNECTIONS = 50;
const ROUNDS = 5;
const DURATION_MS = 20_000;
/** A search takes 2 to 5 ms of CPU time (docs/costs.md). */
const MIN_SEARCHES_PER_SECOND = 150;
/** Rate of the open loop, as a share of the measured capacity. */
const OPEN_SHARE = 0.6;

interface Saturated extends LoadOutcome {
  cpuMs: number;
}

const FIGURES = [
  { name: 'processor of a search', unit: 'ms', key: 'cpuMs' },
  { name: 'searches at saturation', unit: '/s', key: 'requestsPerSecond' },
  { name: '99 of 100, with a full queue', unit: 'ms', key: 'p99Ms' },
] as const;

const report = createReport();
let asked = 0;

await serveSearch(against, EPISODES, async (sides) => {
  const measured = sides.map((): Saturated[] => []);
  // The first round only warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, side] of sides.entries()) {
      const saturated = await saturate(side);
      if (round > 0) measured[at]?.push(saturated);
    }
  }
  const [first, second] = measured;
  const [side] = sides;
  if (side === undefined || first === undefined) return;
  if (second === undefined) {
    await tellAlone(side, first);
    return;
  }
  console.log(headLine(...sides.map(({ name }) => name)));
  for (const { name, unit, key } of FIGURES) {
    const of = (side: readonly Saturated[]) => side.map((each) => each[key]);
    console.log(comparedLine({ name, unit, old: of(first), here: of(second) }));
  }
});
if (against === undefined) report.end();

async function saturate(side: ServedSearch): Promise<Saturated> {
  const request = overHttp(side.url, (index) => differentRequest(asked + index));
  const before = await side.usage();
  const limits = { connections: CONNECTIONS, durationMs: DURATION_MS / ROUNDS };
  const outcome = requireAnswers(await closedLoop(request, limits));
  const after = await side.usage();
  asked += outcome.count;
  return { ...outcome, cpuMs: (after.cpuMs - before.cpuMs) / outcome.count };
}

function requireAnswers(outcome: LoadOutcome): LoadOutcome {
  if (outcome.errors === 0) return outcome;
  throw new Error(`${outcome.errors} requests were not answered with 200`);
}

async function tellAlone(side: ServedSearch, rounds: readonly Saturated[]): Promise<void> {
  for (const { name, unit, key } of FIGURES) {
    const value = medianOf(rounds.map((each) => each[key]));
    const bar = key === 'requestsPerSecond' ? { bar: { atLeast: MIN_SEARCHES_PER_SECOND } } : {};
    report.add({ name, unit, value, ...bar });
  }
  report.add({
    name: 'the longest wait in average waits',
    value: medianOf(rounds.map(({ maxMs, meanMs }) => maxMs / meanMs)),
    unit: 'x',
    bar: { atMost: 3 },
  });
  const kept = await closedLoop(overHttp(side.url, sameRequest), {
    connections: CONNECTIONS,
    durationMs: DURATION_MS,
  });
  const { requestsPerSecond } = requireAnswers(kept);
  report.add({
    name: 'five searches from the minute’s cache',
    value: requestsPerSecond,
    unit: '/s',
  });
  const perSecond = OPEN_SHARE * medianOf(rounds.map((each) => each.requestsPerSecond));
  const different = overHttp(side.url, (index) => differentRequest(asked + index));
  await side.usage();
  const even = requireAnswers(await openLoop(different, { perSecond, durationMs: DURATION_MS }));
  const note = `at ${perSecond.toFixed(0)} a second`;
  report.add({ name: 'open loop, median', value: even.p50Ms, unit: 'ms', note });
  const bar = { atMost: 50 };
  report.add({ name: 'open loop, 99 of 100', value: even.p99Ms, unit: 'ms', bar });
  const { stallMs: value } = await side.usage();
  report.add({ name: 'open loop, longest stall of the event loop', value, unit: 'ms', bar });
}
