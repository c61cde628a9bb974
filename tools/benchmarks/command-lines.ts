import {
  command,
  folderOf,
  wholeNumber,
  words,
  WrongCommandLine,
} from '../processes/command-line.ts';

const WORDS = { options: {}, allowPositionals: true } as const;
const ENGINES = ['sqlite', 'postgres'];

/** The command line of each benchmark. bootstrap.js parses it before it loads the benchmark. */
export const COMMANDS = {
  'boilerplate-measure': command(
    `npm run boilerplate:measure -- <folder>

Says how right the recogniser of repeated text is, and how much it finds, against labels made by hand.
The folder holds the feeds that were labelled.`,
    WORDS,
    ({ positionals }) => ({ folder: folderOf(positionals) }),
  ),

  'bench-search': command(
    `npm run bench:search -- [<queries>]

Measures a SQLite catalogue with 100 000 generated episodes: loading, size, memory, searches beside a
plain scan, and the dearest of so many drawn queries (300), with transcripts and without, there and
on a PostgreSQL server, where one is installed. Minutes.`,
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

  'bench-index': command(
    `npm run bench:index -- [--shows <number>] [--most <number>]

Measures how shows of a generated Podcast Index dump are chosen and stored: time and memory.
The catalogue is CATALOGUE_URL, by default a new file.

  --shows   how many the dump has; by default 1000000
  --most    how many are chosen; by default 100000`,
    { options: { shows: { type: 'string' }, most: { type: 'string' } } },
    ({ values }) => ({
      shows: wholeNumber(values.shows, '--shows', 1_000_000),
      most: wholeNumber(values.most, '--most', 100_000),
    }),
  ),

  'bench-engines': command(
    `npm run bench:engines -- [--episodes <numbers>] [--engines <names>] [--runs <number>]

Measures loading, size and searches of generated episodes in every engine.

  --episodes   how many, commas between them; by default 100000,1000000
  --engines    by default ${ENGINES.join(',')}
  --runs       how often each search is made; by default 100`,
    {
      options: {
        episodes: { type: 'string', default: '100000,1000000' },
        engines: { type: 'string', default: ENGINES.join(',') },
        runs: { type: 'string' },
      },
    },
    ({ values: { episodes, engines, runs } }) => ({
      episodes: episodes.split(',').map((each) => wholeNumber(each, '--episodes', 0)),
      engines: engines.split(',').map(engineOf),
      runs: wholeNumber(runs, '--runs', 100),
    }),
  ),

  'bench-load': command(
    `npm run bench:load -- [--engine <name>]

Makes searches over 50 connections for 20 seconds at each layer, from the catalogue to Hosting.

  --engine   ${ENGINES.join(' or ')}; by default ${ENGINES[0] ?? ''}`,
    { options: { engine: { type: 'string', default: 'sqlite' } } },
    ({ values }) => ({ engine: engineOf(values.engine) }),
  ),

  'bench-transcripts': command(
    `npm run bench:transcripts -- [<hours>]

Measures what so many hours of transcripts (10 000) cost: loading, size, searches, matching.`,
    WORDS,
    ({ positionals }) => {
      const [hours] = words(positionals, [], 1);
      return { hours: wholeNumber(hours, 'The number of hours', 10_000) };
    },
  ),

  'bench-pages': command(
    `npm run bench:pages

Builds everything and measures what one instance of the function \`pages\` renders: its start, each kind
of page, and where the time of one goes.`,
    { options: {} },
    ({ values }) => values,
  ),

  'bench-feeds': command(
    `npm run bench:feeds

Builds the functions and measures what one instance of \`privateFeeds\` answers: unchanged reads, whole
ones, and guessed tokens. Two minutes.`,
    { options: {} },
    ({ values }) => values,
  ),

  'bench-storm': command(
    `npm run bench:storm

Sends 10 000 messages to channels that are due at once, a tenth of them to dead receivers and a tenth to
slow ones, and measures how late the others have theirs. A minute.`,
    { options: {} },
    ({ values }) => values,
  ),

  'bench-lateness': command(
    `npm run bench:lateness -- [--feeds <number>] [--graph <file>]

Simulates a day of feeds that publish by a model, asked by the rules of the refresh: how late episodes
are found, and mailed by an hourly alert. Minutes.

  --feeds   by default 100000
  --graph   where to write a graph of it, as SVG`,
    { options: { feeds: { type: 'string' }, graph: { type: 'string' } } },
    ({ values }) => ({
      feeds: wholeNumber(values.feeds, '--feeds', 100_000),
      graph: values.graph,
    }),
  ),

  'bench-alerts': command(
    `npm run bench:alerts -- [--counts]

Measures matching saved keywords against new episodes; then counts the operations of all the rest in a
small world, and prints what a month of them costs.

  --counts   only counts, which takes seconds`,
    { options: { counts: { type: 'boolean', default: false } } },
    ({ values }) => ({ onlyCounts: values.counts }),
  ),
};

function engineOf(name: string): string {
  if (ENGINES.includes(name)) return name;
  throw new WrongCommandLine(`There is no engine "${name}"; the engines are ${ENGINES.join(', ')}`);
}
