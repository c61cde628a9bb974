import { command, wholeNumber, WrongCommandLine } from '../processes/command-line.ts';

const AGAINST = { against: { type: 'string' } } as const;
const ENGINES = ['sqlite', 'postgres'];

/** The command line of each benchmark. bootstrap.js parses it before it loads the benchmark. */
export const COMMANDS = {
  'bench-search': command(
    `npm run bench:search -- [--against <commit>]

Measures searches one by one, by the function as it is deployed, in a SQLite catalogue of 20 000
generated episodes: processor time and medians. Then the dearest searches, and that none of 296
queries is refused that people type, in 100 000 episodes with 2 500 transcripts, there and on a
PostgreSQL server, where one is installed. A quarter of an hour.

  --against   only compares the usual searches with those of a commit, in turns. Minutes, and the
              commit's packages are installed if they are others`,
    { options: AGAINST },
    ({ values }) => values,
  ),

  'bench-load': command(
    `npm run bench:load -- [--engine <name>] [--seconds <number>] [--against <commit>]

Measures many searches at once, by the function as it is deployed, in a catalogue of 20 000 generated
episodes: what it answers at saturation, and how long people wait at 60 % of that.

  --engine    ${ENGINES.join(' or ')}; by default ${ENGINES[0] ?? ''}
  --seconds   of each measure; by default 20
  --against   only compares saturation with that of a commit, in turns`,
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
