import { MAX_PUBLISHED_KEYWORD_LENGTH } from '../../samples/published-episode.ts';
import { command, words, WrongCommandLine } from '../processes/command-line.ts';
import { feedsCommand } from '../feeds/feeds-command.ts';
import { testCommand } from '../test-runner/test-suites.ts';

const COMPARING = { options: { against: { type: 'string' } } } as const;

/** bootstrap.js parses the command line before it loads the command or benchmark. */
export const COMMANDS = {
  start: command(
    `npm start -- [--live] [--dev] [--inspect] [--verbose]

Starts the whole product on this machine; \`npm run dev\` is the same with --dev.

  --live      follows real podcasts instead of the samples
  --dev       serves the site through Vite, with hot reload
  --inspect   lets a debugger attach to the functions at port 9229, moved by EARSHOT_PORT_OFFSET; they
              run one at a time then
  --verbose   shows every program's log`,
    {
      options: {
        dev: { type: 'boolean', default: false },
        inspect: { type: 'boolean', default: false },
        live: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
      },
    },
    ({ values }) => values,
  ),

  reset: command(
    `npm run reset

Forgets accounts, documents, catalogue and logs of local runs.`,
    { options: {} },
    ({ values }) => values,
  ),

  feeds: feedsCommand,

  alerts: command(
    `npm run alerts -- [--status [--project <id>]]

Runs the schedule that mails alerts once, now, with everybody due, in the local run.

  --status         only says how the alerts stand
  --project <id>   those of a deployed project; you need to be signed in with
                   "gcloud auth application-default login". Without it: the local run.`,
    { options: { status: { type: 'boolean', default: false }, project: { type: 'string' } } },
    ({ values: { status, project } }) => {
      if (project === undefined || status) return { status, project };
      throw new WrongCommandLine(
        'A deployed project mails by its schedule: --project is for --status',
      );
    },
  ),

  status: command(
    `npm run status -- [--project <id>]

Says in numbers how things are: people and alerts, mails of the day, addresses that get none, channels
that fail, feeds that are late, searches that were refused. Tells no names, addresses or keywords.

  --project <id>   a deployed project; you need to be signed in with "npx firebase login" and
                   "gcloud auth application-default login". Without it: the local run.`,
    { options: { project: { type: 'string' } } },
    ({ values }) => values,
  ),

  'mail-allow': command(
    `npm run mail:allow -- <address> [--project <id>]

Lets mail go to an address again that bounced, complained or unsubscribed: for somebody who wrote
that it works now, or that they want mail. Do it only for who asks from that address.

  --project <id>   the deployed project; you need to be signed in with
                   "gcloud auth application-default login". Without it: the local run.`,
    { options: { project: { type: 'string' } }, allowPositionals: true },
    ({ values, positionals }) => {
      const [address = ''] = words(positionals, ['one address']);
      if (!address.includes('@')) throw new WrongCommandLine(`"${address}" is no email address`);
      return { address, project: values.project };
    },
  ),

  'publish-sample': command(
    `npm run publish-sample -- <keyword>

Has a sample show bring out an episode that mentions the keyword, and the catalogue take it in.
A keyword that begins with a hyphen comes behind another "--".`,
    { options: {}, allowPositionals: true },
    ({ positionals }) => {
      const keyword = positionals.join(' ').trim();
      if (keyword !== '' && keyword.length <= MAX_PUBLISHED_KEYWORD_LENGTH) return { keyword };
      throw new WrongCommandLine(
        `Name what the episode is to mention, in ${MAX_PUBLISHED_KEYWORD_LENGTH} characters at most`,
      );
    },
  ),

  check: command(
    `npm run check

What must be green before every commit: format, lint, types, unused code and the tests that need no
running product, several side by side. Tells how each ended, and all that one says that failed.`,
    { options: {} },
    ({ values }) => values,
  ),

  test: testCommand,

  deploy: command(
    `npm run deploy -- [--project <id>] [--check | --fix | --smoke | --rollback | --preview <channel>] [--tested] [--anyway]

Asks the project for what is needed, checks the code, builds and publishes the whole product, and
looks at it from outside.

  --project   the Firebase project; by default FIREBASE_PROJECT
  --check     only asks the project, and says what is missing and what mends it
  --fix       sets what is missing and needs no console: shows it, asks and says what it did
  --smoke     only looks at what is deployed
  --preview   publishes the site, without accounts, and the function that renders its pages, to a
              channel of its own for a week
  --rollback  shows the version of the site before the present one
  --tested    leaves out the checks of the code, where they were made already
  --anyway    goes on although the project seems to lack something
  --prepare   only builds: firebase deploy begins with it`,
    {
      options: {
        project: { type: 'string' },
        check: { type: 'boolean' },
        fix: { type: 'boolean' },
        smoke: { type: 'boolean' },
        preview: { type: 'string' },
        rollback: { type: 'boolean' },
        tested: { type: 'boolean' },
        anyway: { type: 'boolean' },
        prepare: { type: 'boolean' },
      },
    },
    ({ values }) => {
      const kinds = (['check', 'fix', 'smoke', 'preview', 'rollback'] as const).filter(
        (kind) => values[kind] !== undefined,
      );
      if (kinds.length > 1) throw new WrongCommandLine(`Choose one of --${kinds.join(' and --')}`);
      return values;
    },
  ),

  alarms: command(
    `npm run alarms -- [--project <id>] [--email <address>]

Makes the alarms that docs/operating.md lists in the deployed project: what they count in the log, who
is woken, checks of the site from outside, and the alarms. What is there already is set anew, and alarms
of an older version are deleted.

  --project <id>      the Firebase project; by default FIREBASE_PROJECT
  --email <address>   who is woken; by default VITE_SUPPORT_EMAIL`,
    {
      options: {
        project: { type: 'string' },
        email: { type: 'string' },
      },
    },
    ({ values }) => {
      const { email } = values;
      if (email === undefined || /^[^@\s]+@[^@\s]+$/.test(email)) return values;
      throw new WrongCommandLine(`"${email}" is no email address`);
    },
  ),

  'bench-search': command(
    `npm run bench:search -- [--against <commit>]

Measures searches one by one, by the function as it is deployed, in a SQLite catalogue of 20 000
generated episodes: processor time and medians.

  --against   compares with a commit, in turns, and installs the commit's packages if they are others`,
    COMPARING,
    ({ values }) => values,
  ),

  'bench-load': command(
    `npm run bench:load -- [--against <commit>]

Measures many searches at once, by the function as it is deployed, in a catalogue of 20 000 generated
episodes: what it answers at saturation, and how long people wait at 60 % of that.

  --against   only compares saturation with that of a commit, in turns`,
    COMPARING,
    ({ values }) => values,
  ),

  'bench-alerts': command(
    `npm run bench:alerts -- [--against <commit>]

Measures matching saved keywords against new episodes, and a shard of alerts over 17 days. Minutes.

  --against   only compares the matching with that of a commit, in turns, by the commit's own
              tools/benchmarks/bench-alerts-case.ts. Processor time and memory`,
    COMPARING,
    ({ values }) => values,
  ),
};
