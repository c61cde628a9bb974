import { command, wholeNumber, words, WrongCommandLine } from '../processes/command-line.ts';

const AGAINST = { against: { type: 'string' } } as const;
const ENGINES = ['sqlite', 'postgres'];

/** The command line of each benchmark. bootstrap.js parses it before it loads the benchmark. */
export const COMMANDS = {
  'bench-search': command(
    `npm run bench:search -- [<queries> | --against <commit>]

Measures a SQLite catalogue with 100 000 generated episodes: loading, size, memory, usual searches,
and the dearest of so many drawn queries (300), with transcripts and without, there and on a
PostgreSQL server, where one is installed; and that none of 296 queries that people type is refused.
A quarter of an hour.

  --against   only compares with a commit, in turns: the deployed function \`search\` of both, each with
              a SQLite catalogue of 20 000 episodes that its own refresh filled. Processor time and
              medians. Minutes, and the commit's packages are installed if they are others`,
    { options: AGAINST, allowPositionals: true },
    ({ values, positionals }) => {
      const [queries] = words(positionals, [], 1);
      return { ...values, queries: wholeNumber(queries, 'The number of queries', 300) };
    },
  ),

  'bench-load': command(
    `npm run bench:load -- [--engine <name>] [--seconds <number>] [--against <commit>]

Measures searches of 100 000 episodes by the function as it is deployed: what it answers at saturation,
and how long people wait at 60 % of that.

  --engine    ${ENGINES.join(' or ')}; by default ${ENGINES[0] ?? ''}
  --seconds   of each measure; by default 20
  --against   only compares with a commit, in turns, as bench:search does; SQLite alone`,
    {
      options: {
        engine: { type: 'string', default: 'sqlite' },
        seconds: { type: 'string' },
        ...AGAINST,
      },
    },
    ({ values }) => ({
      engine: engineOf(values.engine),
      seconds: wholeNumber(values.seconds, '--seconds', 20),
      against: values.against,
    }),
  ),

  'bench-alerts': command(
    `npm run bench:alerts -- [--against <commit>]

Measures matching saved keywords against new episodes, and a shard of alerts over 17 days. Minutes.

  --against   only compares the matching with that of a commit, in turns, by the commit's own
              tools/benchmarks/bench-alerts-case.ts. Processor time and memory`,
    { options: AGAINST },
    ({ values }) => values,
  ),
};

function engineOf(name: string): string {
  if (ENGINES.includes(name)) return name;
  throw new WrongCommandLine(`There is no engine "${name}"; the engines are ${ENGINES.join(', ')}`);
}
