import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { closedLoop, type LoadOutcome, openLoop } from './generate-load.ts';
import { comparedLine, createReport, headLine, medianOf } from './report.ts';
import { differentRequest, overHttp, sameRequest } from './search-requests.ts';
import { serveSearch, type ServedSearch } from './served-search.ts';

/**
 * Measures many searches at once over HTTP, of the function as it is deployed: at saturation, of the working tree
 * alone or in turns with a commit. Alone, it then measures how long people wait at a steady rate.
 */

const { engine, seconds, against } = optionsOf(COMMANDS['bench-load']);

const EPISODES = 20_000;
const CONNECTIONS = 50;
const ROUNDS = 5;
const DURATION_MS = seconds * 1000;
/** Least searches a second; a search takes 2 to 5 ms of processor time (docs/costs.md says for what). */
const LEAST_A_SECOND = 150;
/** Share of the measured capacity at which requests begin in the open loop. */
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

await serveSearch(against, { engine, episodes: EPISODES }, async (sides) => {
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

/** Searches that are all different, as many at a time as there are connections. */
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
    const bar = key === 'requestsPerSecond' ? { bar: { atLeast: LEAST_A_SECOND } } : {};
    report.tell({ name, unit, value, ...bar });
  }
  report.tell({
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
  report.tell({
    name: 'five searches from the minute’s cache',
    value: requestsPerSecond,
    unit: '/s',
  });
  const perSecond = OPEN_SHARE * medianOf(rounds.map((each) => each.requestsPerSecond));
  const different = overHttp(side.url, (index) => differentRequest(asked + index));
  await side.usage();
  const even = requireAnswers(await openLoop(different, { perSecond, durationMs: DURATION_MS }));
  const note = `at ${perSecond.toFixed(0)} a second`;
  report.tell({ name: 'open loop, median', value: even.p50Ms, unit: 'ms', note });
  const bar = { atMost: 50 };
  report.tell({ name: 'open loop, 99 of 100', value: even.p99Ms, unit: 'ms', bar });
  const { stallMs: value } = await side.usage();
  report.tell({ name: 'open loop, longest stall of the event loop', value, unit: 'ms', bar });
}
