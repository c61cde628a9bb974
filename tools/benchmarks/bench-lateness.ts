import { writeFileSync } from 'node:fs';
import { MINUTE_MS } from '../../functions/src/contract/index.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { byHour, latenessGraph, quantile } from './refresh/lateness-graph.ts';
import { simulateLateness, type Told } from './refresh/simulate-lateness.ts';

/**
 * How late what is published is told, by simulation: feeds that publish by a model are asked by the rules of the
 * refresh, and hourly alerts are mailed at the next quarter of an hour.
 */

const SEED = 20_261_124;
const FOLLOWED = 0.05;
const ANNOUNCED = 0.4;
const TARGETS = [
  [0.5, 20],
  [0.9, null],
  [0.99, 75],
] as const;
const MEASURES = [
  ['heardMs', 'until it is stored, and found'],
  ['mailedMs', 'until the mail of an hourly alert'],
] as const;

const { feeds, graph } = optionsOf(COMMANDS['bench-lateness']);
let missed = 0;
for (const [name, announced, ...minutes] of [
  ['No channel, a refresh every 15 minutes', 0, 15, 5],
  ['Channels for 40 % of the feeds, a refresh every 3 minutes', ANNOUNCED, 3, 0],
] as const) {
  const [tickMs, afterHourMs] = minutes.map((each) => each * MINUTE_MS) as [number, number];
  const refresh = { tickMs, afterHourMs };
  const day = simulateLateness({ feeds, followed: FOLLOWED, announced, seed: SEED, ...refresh });
  console.log(`\n${name}: ${feeds} feeds, asked ${day.asked} times in the day`);
  print(
    'Shows that somebody follows',
    day.told.filter(({ isFollowed }) => isFollowed),
  );
  print('All shows', day.told);
  if (announced > 0 && graph !== undefined) writeFileSync(graph, drawn(day));
}
process.exitCode = missed > 0 ? 1 : 0;

function print(name: string, told: readonly Told[]): void {
  console.log(`${name}, ${told.length} episodes; minutes from publication`);
  for (const [measure, what] of MEASURES) {
    const parts = TARGETS.map(([share, most]) => {
      const minutes =
        quantile(
          told.map((each) => each[measure]),
          share,
        ) / MINUTE_MS;
      const shown = `${share * 100} % ${minutes.toFixed(0).padStart(4)}`;
      if (most === null) return shown;
      if (minutes > most && measure === 'mailedMs') missed += 1;
      return `${shown} ${minutes > most ? 'MISS' : 'PASS'} (${most})`;
    });
    console.log(`  ${what.padEnd(45)} ${parts.join('   ')}`);
  }
}

function drawn({ told, startMs }: { told: readonly Told[]; startMs: number }): string {
  const of = (some: readonly Told[], measure: (typeof MEASURES)[number][0], share: number) =>
    byHour(
      some.map((each) => ({ publishedMs: each.publishedMs, lateMs: each[measure] })),
      startMs,
      share,
    );
  const followed = told.filter(({ isFollowed }) => isFollowed);
  return latenessGraph('How late episodes are told, by the hour of their publication', [
    {
      ...{ label: 'followed: half are found within', colors: ['#0b6bcb', '#6cb4ff'] },
      values: of(followed, 'heardMs', 0.5),
    },
    {
      ...{ label: 'followed: 99 % are found within', colors: ['#0b6bcb', '#6cb4ff'] },
      ...{ dashed: true, values: of(followed, 'heardMs', 0.99) },
    },
    {
      ...{ label: 'followed: half are mailed within', colors: ['#1a7f37', '#56d364'] },
      values: of(followed, 'mailedMs', 0.5),
    },
    {
      ...{ label: 'followed: 99 % are mailed within', colors: ['#1a7f37', '#56d364'] },
      ...{ dashed: true, values: of(followed, 'mailedMs', 0.99) },
    },
    {
      ...{ label: 'all shows: half are found within', colors: ['#9a3b00', '#ffa657'] },
      values: of(told, 'heardMs', 0.5),
    },
    {
      ...{ label: 'all shows: 90 % are found within', colors: ['#9a3b00', '#ffa657'] },
      ...{ dashed: true, values: of(told, 'heardMs', 0.9) },
    },
  ]);
}
