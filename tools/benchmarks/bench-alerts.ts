import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Measured, measuredSchema } from './bench-alerts-case.ts';
import { optionsOf } from '../processes/command-line.ts';
import { type Phase, windowMeasuredSchema } from './bench-alerts-window.ts';
import { COMMANDS } from './command-lines.ts';
import { countAlerts } from './planning/count-alerts.ts';
import { monthLines, unitCosts } from './planning/month.ts';

/**
 * Measures CPU time and memory of matching saved keywords against new episodes, beside a naive loop that is
 * extrapolated from a sample. Then counts the documents and tasks that the alerts around the matching cost.
 */

const SAVED = [1000, 100_000, 1_000_000];
const EPISODES = [1000, 10_000];
const TARGET = { saved: 1_000_000, episodes: 10_000, cpuMs: 3000, peakMib: 600 };
/** How many times longer 1 000 000 saved keywords may take than 1000; they find 50 times as many matches. */
const FLAT_FACTOR = 10;
/** Size of the counted world. The cost of one read, write or task does not depend on the size. */
const COUNTED = { people: 300, shards: 4 };
/** How many times slower the matching may be if every tenth keyword is a query. */
const QUERIES_FACTOR = 2;

/** One of 16 shards of a million alerts, over the 17 days in which episodes match. */
const SHARD = { saved: 62_500, aDay: [20_000, 63_000], hourSeconds: 5, peakMib: 1536 };
/** What Node allows itself in the 2 GiB of `planAlerts`; with more, it collects later. */
const HEAP_OF_FUNCTION = '--max-old-space-size=1024';

const caseFile = fileURLToPath(new URL('bench-alerts-case.ts', import.meta.url));
const windowFile = fileURLToPath(new URL('bench-alerts-window.ts', import.meta.url));
const matchMsOf = new Map<string, number>();
let missed = 0;

function verdict(reached: boolean, target: string): string {
  if (!reached) missed += 1;
  return `${reached ? 'PASS' : 'MISS'} (${target})`;
}

async function measured(saved: number, episodes: number, queries = 0): Promise<Measured> {
  return measuredSchema.parse(await answerOf(caseFile, [saved, episodes, queries]));
}

async function answerOf(
  file: string,
  given: readonly number[],
  options: readonly string[] = [],
): Promise<unknown> {
  const execArgv = [...process.execArgv, ...options];
  const child = fork(file, given.map(String), { execArgv });
  const ended = once(child, 'exit');
  const message: unknown[] | null = await Promise.race([
    once(child, 'message'),
    ended.then(() => null),
  ]);
  if (message === null) throw new Error(`the case ${given.join(' × ')} ended without an answer`);
  return message[0];
}

function line(saved: number, episodes: number, result: Measured): string {
  const { distinct, pairs, normalizeMs, buildMs, matchMs, wallMs, peakMib, naiveMs } = result;
  const cpuMs = normalizeMs + buildMs + matchMs;
  const times = [normalizeMs, buildMs, matchMs, cpuMs, wallMs].map((ms) =>
    ms.toFixed(0).padStart(6),
  );
  const naive = `${(naiveMs / 1000).toFixed(0).padStart(6)} s, ${(naiveMs / cpuMs).toFixed(0)} x`;
  return [
    `${saved} × ${episodes}`.padEnd(16),
    String(distinct).padStart(9),
    String(pairs).padStart(10),
    ...times,
    `${peakMib.toFixed(0).padStart(5)} MiB`,
    naive,
  ].join('  ');
}

const { onlyCounts } = optionsOf(COMMANDS['bench-alerts']);
if (!onlyCounts) await benchMatching();
if (!onlyCounts) for (const aDay of SHARD.aDay) await benchShard(aDay);
const unit = unitCosts(await counted(), COUNTED.shards);
console.log(`\nCounted: ${JSON.stringify(unit)}`);
for (const line of monthLines(unit)) console.log(line);
process.exitCode = missed > 0 ? 1 : 0;

async function benchMatching(): Promise<void> {
  console.log(
    'saved × episodes   distinct       pairs   norm.  build   match   CPU ms   clock    peak    naive',
  );
  for (const episodes of EPISODES) {
    for (const saved of SAVED) {
      const result = await measured(saved, episodes);
      matchMsOf.set(`${saved} × ${episodes}`, result.matchMs);
      console.log(line(saved, episodes, result));
      if (saved !== TARGET.saved || episodes !== TARGET.episodes) continue;
      const cpuMs = result.normalizeMs + result.buildMs + result.matchMs;
      console.log(`  time    ${verdict(cpuMs < TARGET.cpuMs, `under ${TARGET.cpuMs} ms of CPU`)}`);
      console.log(
        `  memory  ${verdict(result.peakMib < TARGET.peakMib, `under ${TARGET.peakMib} MiB`)}`,
      );
      const few = matchMsOf.get(`${SAVED[0] ?? 0} × ${episodes}`) ?? 0;
      const factor = result.matchMs / few;
      console.log(
        `  flat    ${factor.toFixed(1)} x the matching of ${SAVED[0] ?? 0} keywords  ${verdict(factor < FLAT_FACTOR, `under ${FLAT_FACTOR} x`)}`,
      );
      const asked = await measured(saved, episodes, 1);
      const times = (asked.normalizeMs + asked.buildMs + asked.matchMs) / cpuMs;
      console.log(line(saved, episodes, asked));
      console.log(
        `  asked   ${times.toFixed(2)} x where a tenth are questions  ${verdict(times < QUERIES_FACTOR, `under ${QUERIES_FACTOR} x`)}`,
      );
    }
  }
}

/** What a shard costs where each episode is matched once, and everything once a day. */
async function benchShard(aDay: number): Promise<void> {
  const answer = await answerOf(windowFile, [SHARD.saved, aDay], [HEAP_OF_FUNCTION]);
  const { queries, first, hour, stored, proof, storedMib, differed } =
    windowMeasuredSchema.parse(answer);
  console.log(`\n${SHARD.saved} alerts (${queries} queries), ${aDay} new episodes a day`);
  const lineOf = (name: string, { episodes, cpuSeconds, peakMib }: Phase) =>
    `  ${name.padEnd(32)} ${String(episodes).padStart(8)} episodes ${cpuSeconds.toFixed(1).padStart(7)} s of CPU, peak ${peakMib.toFixed(0)} MiB`;
  console.log(lineOf('everything, the first time', first));
  console.log(
    `${lineOf('an hour', hour)}  ${verdict(hour.cpuSeconds < SHARD.hourSeconds, `under ${SHARD.hourSeconds} s`)}`,
  );
  console.log(lineOf(`stored and loaded, ${storedMib.toFixed(0)} MiB`, stored));
  console.log(
    `${lineOf('everything, to prove it', proof)}  ${verdict(proof.peakMib < SHARD.peakMib, `under ${SHARD.peakMib} MiB`)}`,
  );
  console.log(`  differences ${differed}  ${verdict(differed === 0, 'none')}`);
}

/** Silences the log line of each digest while it counts. */
async function counted() {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = () => true;
  try {
    return await countAlerts(COUNTED.people, COUNTED.shards);
  } finally {
    process.stdout.write = write;
  }
}
