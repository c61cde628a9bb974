import { readFileSync } from 'node:fs';
import path from 'node:path';
import { optionsOf } from '../processes/command-line.ts';
import { PLANTED } from './bench-episodes.ts';
import { COMMANDS } from '../commands/command-lines.ts';
import { comparedLine, createReport, headLine, medianOf } from './report.ts';
import { overHttp, uniqueSearch } from './search-requests.ts';
import { serveSearch, type ServedSearch } from './served-search.ts';

/** Measures sequential searches over HTTP of the function as it is deployed. */

const EPISODES = 20_000;
const ROUNDS = 24;
const SEARCHES_A_ROUND = 20;
/** Max CPU time of a search, median of the rounds; docs/costs.md has the measured times. */
const MAX_CPU_MS = 6;

/** Phrases of everyday words, titles, names, questions, lists and every operator. */
const REALISTIC_QUERIES: readonly string[][] = readFileSync(
  path.join(import.meta.dirname, 'realistic-queries.txt'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((typed) => typed.split(/\s*,\s*/));

const CASES: readonly { name: string; queries: readonly string[][] }[] = [
  { name: 'rare word', queries: [[PLANTED.rare]] },
  { name: 'common word', queries: [[PLANTED.common]] },
  { name: 'two-word phrase', queries: [[PLANTED.phrase]] },
  {
    name: 'five entries',
    queries: [[PLANTED.rare, PLANTED.phrase, 'quantum', 'altman', PLANTED.common]],
  },
  { name: 'what people type', queries: REALISTIC_QUERIES },
];

interface Measured {
  /** Mean CPU time of a search, one value for each round. */
  cpuMs: number[];
  /** Duration of each search. */
  wallMs: number[];
}

const { against } = optionsOf(COMMANDS['bench-search']);
const report = createReport();

await serveSearch(against, EPISODES, async (sides) => {
  if (against !== undefined) console.log(headLine(...sides.map(({ name }) => name)));
  let asked = 0;
  for (const { name, queries } of CASES) {
    const measured = sides.map((): Measured => ({ cpuMs: [], wallMs: [] }));
    // The first round only warms up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const turns = [...sides.entries()];
      // The first side has colder caches, so the order alternates.
      for (const [at, side] of round % 2 === 0 ? turns : turns.reverse()) {
        const { cpuMs, wallMs } = await ask(name, side, queries, asked);
        if (round === 0) continue;
        measured[at]?.cpuMs.push(cpuMs);
        measured[at]?.wallMs.push(...wallMs);
      }
      asked += SEARCHES_A_ROUND;
    }
    tell(name, measured);
  }
});
if (against === undefined) report.end();

async function ask(name: string, side: ServedSearch, queries: readonly string[][], first: number) {
  const request = overHttp(side.url, (index) =>
    uniqueSearch(queries[index % queries.length] ?? [], index),
  );
  const wallMs: number[] = [];
  const before = await side.usage();
  for (let index = first; index < first + SEARCHES_A_ROUND; index += 1) {
    const from = performance.now();
    if (!(await request(index))) throw new Error(`${side.name} refuses a search: ${name}`);
    wallMs.push(performance.now() - from);
  }
  const after = await side.usage();
  return { cpuMs: (after.cpuMs - before.cpuMs) / SEARCHES_A_ROUND, wallMs };
}

function tell(name: string, [first, second]: readonly Measured[]): void {
  if (first === undefined) return;
  const processor = { name: `${name}: processor`, unit: 'ms' };
  const median = { name: `${name}: median`, unit: 'ms' };
  if (second === undefined) {
    report.add({ ...processor, value: medianOf(first.cpuMs), bar: { atMost: MAX_CPU_MS } });
    report.add({ ...median, value: medianOf(first.wallMs) });
    return;
  }
  console.log(comparedLine({ ...processor, old: first.cpuMs, here: second.cpuMs }));
  console.log(comparedLine({ ...median, old: first.wallMs, here: second.wallMs }));
}
