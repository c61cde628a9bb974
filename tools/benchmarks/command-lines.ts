import { command, wholeNumber, words, WrongCommandLine } from '../processes/command-line.ts';

const WORDS = { options: {}, allowPositionals: true } as const;
const ENGINES = ['sqlite', 'postgres'];

/** The command line of each benchmark. bootstrap.js parses it before it loads the benchmark. */
export const COMMANDS = {
  'bench-search': command(
    `npm run bench:search -- [<queries>]

Measures a SQLite catalogue with 100 000 generated episodes: loading, size, memory, usual searches,
and the dearest of so many drawn queries (300), with transcripts and without, there and on a
PostgreSQL server, where one is installed; and that none of 296 queries that people type is refused.
A quarter of an hour.`,
    WORDS,
    ({ positionals }) => {
      const [queries] = words(positionals, [], 1);
      return { queries: wholeNumber(queries, 'The number of queries', 300) };
    },
  ),

  'bench-refresh': command(
    `npm run bench:refresh -- [--feeds <number>] [--runs <number>] [--server <number>] [--hours <number>]

Measures the refresh against a host of feeds on this machine: a list too long for one run, the
processor time of many feeds that are unchanged, changed, failing, or sent again without validators,
and a simulated day of many feeds on a PostgreSQL server with two workers that are killed twenty times.
Each measure ends in PASS or MISS. Half an hour.

  --feeds   how many feeds the processor time is measured with; by default 10000, and the limits
            are in proportion
  --runs    how many short runs the long list has; by default 50
  --server  how many feeds the simulated day has; by default 100000, and none with 0
  --hours   how long that day is; by default 24`,
    {
      options: {
        feeds: { type: 'string' },
        runs: { type: 'string' },
        server: { type: 'string' },
        hours: { type: 'string' },
      },
    },
    ({ values }) => ({
      feeds: wholeNumber(values.feeds, '--feeds', 10_000),
      runs: wholeNumber(values.runs, '--runs', 50),
      server: values.server === '0' ? 0 : wholeNumber(values.server, '--server', 100_000),
      hours: wholeNumber(values.hours, '--hours', 24),
    }),
  ),

  'bench-load': command(
    `npm run bench:load -- [--engine <name>] [--seconds <number>]

Measures searches of 100 000 episodes in this process and in the function as it is deployed: what it
answers at saturation, and how long people wait at 60 % of that.

  --engine    ${ENGINES.join(' or ')}; by default ${ENGINES[0] ?? ''}
  --seconds   of each measure; by default 20`,
    {
      options: {
        engine: { type: 'string', default: 'sqlite' },
        seconds: { type: 'string' },
      },
    },
    ({ values }) => ({
      engine: engineOf(values.engine),
      seconds: wholeNumber(values.seconds, '--seconds', 20),
    }),
  ),

  'bench-alerts': command(
    `npm run bench:alerts

Measures matching saved keywords against new episodes, and a shard of alerts over 17 days. Minutes.`,
    { options: {} },
    ({ values }) => values,
  ),
};

function engineOf(name: string): string {
  if (ENGINES.includes(name)) return name;
  throw new WrongCommandLine(`There is no engine "${name}"; the engines are ${ENGINES.join(', ')}`);
}
