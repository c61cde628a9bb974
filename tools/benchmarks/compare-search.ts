import { PLANTED } from './bench-episodes.ts';
import { REALISTIC_QUERIES } from './bench-realistic.ts';
import { overHttp, uniqueSearch } from './load/search-requests.ts';
import { type Compared, comparedLine, headLine } from './compared-figures.ts';
import { besideSearch, type ServedSide } from './served-sides.ts';

const ROUNDS = 24;
const SEARCHES_A_ROUND = 20;

const CASES: readonly { name: string; queries: readonly string[][] }[] = [
  { name: 'rare word', queries: [[PLANTED.rare]] },
  { name: 'common word', queries: [[PLANTED.common]] },
  { name: 'two-word phrase', queries: [[PLANTED.phrase]] },
  {
    name: 'five entries',
    queries: [[PLANTED.rare, PLANTED.phrase, 'quantum', 'altman', PLANTED.common]],
  },
  { name: 'what people type', queries: REALISTIC_QUERIES.map((typed) => typed.split(/\s*,\s*/)) },
];

interface Measured {
  cpuMs: number[];
  wallMs: number[];
  refused: number;
}

/** Asks both servers for the same searches in turns, and prints their processor time and medians. */
export async function compareSearch(commit: string): Promise<void> {
  await besideSearch(commit, async (sides) => {
    const [old, here] = sides;
    if (old === undefined || here === undefined) return;
    console.log(headLine([old.name, here.name]));
    let asked = 0;
    for (const { name, queries } of CASES) {
      const measured = new Map<ServedSide, Measured>(sides.map((side) => [side, nothing()]));
      for (let round = 0; round <= ROUNDS; round += 1) {
        // Whoever comes first has the colder caches: the sides take turns.
        for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
          // The first round only warms up.
          await ask(side, queries, asked, (round > 0 && measured.get(side)) || nothing());
        }
        asked += SEARCHES_A_ROUND;
      }
      for (const line of linesOf(name, measured.get(old), measured.get(here))) console.log(line);
    }
  });
}

async function ask(
  { search }: ServedSide,
  queries: readonly string[][],
  first: number,
  into: Measured,
): Promise<void> {
  const request = overHttp(search.url, (index) =>
    uniqueSearch(queries[index % queries.length] ?? [], index),
  );
  const before = await search.usage();
  for (let index = first; index < first + SEARCHES_A_ROUND; index += 1) {
    const from = performance.now();
    if (!(await request(index))) into.refused += 1;
    into.wallMs.push(performance.now() - from);
  }
  const after = await search.usage();
  into.cpuMs.push((after.cpuMs - before.cpuMs) / SEARCHES_A_ROUND);
}

function nothing(): Measured {
  return { cpuMs: [], wallMs: [], refused: 0 };
}

function linesOf(name: string, old?: Measured, here?: Measured): string[] {
  if (old === undefined || here === undefined) return [];
  const refused = old.refused + here.refused;
  const note = refused === 0 ? '' : `refused ${old.refused} and ${here.refused}`;
  const lines: Compared[] = [
    { name: `${name}: processor`, unit: 'ms', old: old.cpuMs, here: here.cpuMs, note },
    { name: `${name}: median`, unit: 'ms', old: old.wallMs, here: here.wallMs },
  ];
  return lines.map(comparedLine);
}
