import { closedLoop } from './load/generate-load.ts';
import { differentRequest, overHttp } from './load/search-requests.ts';
import { comparedLine, headLine } from './compared-figures.ts';
import { besideSearch } from './served-sides.ts';

const ROUNDS = 5;
const CONNECTIONS = 50;

/** Saturates both servers in turns, and prints their rates, processor time and waits. */
export async function compareLoad(commit: string, durationMs: number): Promise<void> {
  await besideSearch(commit, async (sides) => {
    const figures = sides.map((): Figures => ({ rate: [], cpuMs: [], p99Ms: [] }));
    let asked = 0;
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [at, { name, search }] of sides.entries()) {
        const request = overHttp(search.url, (index) => differentRequest(asked + index));
        const before = await search.usage();
        const limits = { connections: CONNECTIONS, durationMs: durationMs / ROUNDS };
        const { errors, requestsPerSecond, p99Ms, count } = await closedLoop(request, limits);
        const after = await search.usage();
        if (errors > 0) throw new Error(`${name}: ${errors} requests were not answered with 200`);
        asked += count;
        // The first round only warms up.
        if (round === 0) continue;
        figures[at]?.rate.push(requestsPerSecond);
        figures[at]?.p99Ms.push(p99Ms);
        figures[at]?.cpuMs.push((after.cpuMs - before.cpuMs) / count);
      }
    }
    const [old, here] = figures;
    if (old === undefined || here === undefined) return;
    console.log(headLine([sides[0]?.name ?? '', sides[1]?.name ?? '']));
    const line = (name: string, unit: string, key: keyof Figures) =>
      console.log(comparedLine({ name, unit, old: old[key], here: here[key] }));
    line('processor of a search', 'ms', 'cpuMs');
    line('searches at saturation', '/s', 'rate');
    line('99 of 100, with a full queue', 'ms', 'p99Ms');
  });
}

interface Figures {
  rate: number[];
  cpuMs: number[];
  p99Ms: number[];
}
