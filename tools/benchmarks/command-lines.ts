import { command } from '../processes/command-line.ts';

const CONFIG = { options: { against: { type: 'string' } } } as const;

/** bootstrap.js parses the command line before it loads the benchmark. */
export const COMMANDS = {
  'bench-search': command(
    `npm run bench:search -- [--against <commit>]

Measures searches one by one, by the function as it is deployed, in a SQLite catalogue of 20 000
generated episodes: processor time and medians. Then the dearest searches, and that none of 296
queries is refused that people type, in 100 000 episodes with 2 500 transcripts, there and on a
PostgreSQL server, where one is installed. A quarter of an hour.

  --against   only compares the usual searches with those of a commit, in turns. Minutes, and the
              commit's packages are installed if they are others`,
    CONFIG,
    ({ values }) => values,
  ),

  'bench-load': command(
    `npm run bench:load -- [--against <commit>]

Measures many searches at once, by the function as it is deployed, in a catalogue of 20 000 generated
episodes: what it answers at saturation, and how long people wait at 60 % of that.

  --against   only compares saturation with that of a commit, in turns`,
    CONFIG,
    ({ values }) => values,
  ),

  'bench-alerts': command(
    `npm run bench:alerts -- [--against <commit>]

Measures matching saved keywords against new episodes, and a shard of alerts over 17 days. Minutes.

  --against   only compares the matching with that of a commit, in turns, by the commit's own
              tools/benchmarks/bench-alerts-case.ts. Processor time and memory`,
    CONFIG,
    ({ values }) => values,
  ),
};
