import { existsSync } from 'node:fs';
import { MAX_PUBLISHED_KEYWORD_LENGTH } from '../../samples/published-episode.ts';
import {
  command,
  folderOf,
  wholeNumber,
  words,
  WrongCommandLine,
} from '../processes/command-line.ts';
import { testCommand } from '../test-runner/test-suites.ts';

const WORDS = { options: {}, allowPositionals: true } as const;

/** The command line of each command. bootstrap.js parses it before it loads the command. */
export const COMMANDS = {
  start: command(
    `npm start -- [--live] [--dev] [--verbose]

Starts the whole product on this machine; \`npm run dev\` is the same with --dev.

  --live      follows real podcasts instead of the samples
  --dev       serves the site through Vite, with hot reload
  --verbose   shows every program's log`,
    {
      options: {
        dev: { type: 'boolean', default: false },
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

  feeds: command(
    `npm run feeds -- [--shift-dates] <OPML list or feed, as path or URL> …
npm run feeds -- --index <dump> [--language en] [--active 30d] [--most 100000]
npm run feeds -- --status | --review | --pass <address|publisher> | --drop <address|publisher>

Loads feeds into the catalogue now, whether the site is running or not.
The catalogue is CATALOGUE_URL, by default file:.data/catalogue.db in the repository.

  --shift-dates   for trying things out: spreads the dates of each feed's episodes over the last
                  28 days, so that an old feed can be searched
  --status        only says how many feeds are due, and for how long
  --index         chooses the most popular shows of a dump of Podcast Index (the SQLite file, unpacked),
                  and has them asked within a day; they are on probation first
  --language      leaves out shows of other languages
  --active        leaves out shows without an episode for so many days, by default 30d
  --most          how many shows are chosen, by default 100000
  --review        only lists shows on probation and dropped ones
  --pass, --drop  lets the shows of an address or a publisher in, or keeps them out, for good`,
    {
      options: {
        'shift-dates': { type: 'boolean', default: false },
        status: { type: 'boolean', default: false },
        index: { type: 'string' },
        language: { type: 'string' },
        active: { type: 'string' },
        most: { type: 'string' },
        review: { type: 'boolean', default: false },
        pass: { type: 'string' },
        drop: { type: 'string' },
      },
      allowPositionals: true,
    },
    ({ values, positionals }) => {
      const { status, review, pass, drop, index: dump, language } = values;
      const isAlone = status || review || [pass, drop, dump].some((each) => each !== undefined);
      const sources = isAlone ? [] : words(positionals, ['an OPML list or a feed'], Infinity);
      if (isAlone) words(positionals, [], 0);
      const choice = {
        language,
        activeDays: daysOf(values.active ?? '30d'),
        most: wholeNumber(values.most, '--most', 100_000),
      };
      const index = dump === undefined ? undefined : { dump, choice };
      return { sources, shifted: values['shift-dates'], status, review, pass, drop, index };
    },
  ),

  alerts: command(
    `npm run alerts -- [--status]

Runs the schedule that mails alerts once, now, with everybody due.

  --status   only says how the alerts stand`,
    { options: { status: { type: 'boolean', default: false } } },
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
    WORDS,
    ({ positionals }) => {
      const keyword = positionals.join(' ').trim();
      if (keyword !== '' && keyword.length <= MAX_PUBLISHED_KEYWORD_LENGTH) return { keyword };
      const most = `in ${MAX_PUBLISHED_KEYWORD_LENGTH} characters at most`;
      throw new WrongCommandLine(`Name what the episode is to mention, ${most}`);
    },
  ),

  test: testCommand,

  'test-corpus': command(
    `npm run test:corpus -- <folder>

Runs the feed reader over a folder of feeds with an INDEX.tsv.`,
    WORDS,
    ({ positionals }) => ({ folder: folderOf(positionals, 'INDEX.tsv') }),
  ),

  mutation: command(
    `npm run mutation -- [--mutate <files>] [-- <options of Stryker>]

Changes the decision code in hundreds of ways, each of which must turn a test red.

  --mutate   changes only these files; commas between them, line numbers behind a colon

The first run installs Stryker, because nothing else needs it.`,
    { options: { mutate: { type: 'string' } }, allowPositionals: true },
    ({ values: { mutate }, positionals }) => {
      const absent = mutate
        ?.split(',')
        .find((each) => !/[*{]/.test(each) && !existsSync(withoutLines(each)));
      if (absent !== undefined) throw new WrongCommandLine(`There is no file "${absent}"`);
      return {
        forStryker: [...(mutate === undefined ? [] : ['--mutate', mutate]), ...positionals],
      };
    },
  ),

  lighthouse: command(
    `npm run lighthouse -- [--url <address>] [--runs <number>] [<page> …]

Says how Lighthouse rates pages, seen from a phone on a slow line; the median of three runs a page.

  --url    the site; by default the one that npm start serves
  --runs   how many runs a page

Pages are paths like /company/openai; without any, three usual ones are rated.
The first run installs Lighthouse, because nothing else needs it.`,
    { options: { url: { type: 'string' }, runs: { type: 'string' } }, allowPositionals: true },
    ({ values: { url, runs }, positionals }) => {
      if (url !== undefined && !URL.canParse(url)) {
        throw new WrongCommandLine(`"${url}" is no address`);
      }
      return { url, runs: wholeNumber(runs, '--runs', 3), pages: positionals };
    },
  ),

  deploy: command(
    `npm run deploy -- [--project <id>] [--check | --smoke | --rollback | --preview <channel>] [--tested] [--anyway]

Asks the project for what is needed, checks the code, builds and publishes the whole product, and
looks at it from outside.

  --project   the Firebase project; by default FIREBASE_PROJECT
  --check     only asks the project, and says what is missing and what mends it
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
        smoke: { type: 'boolean' },
        preview: { type: 'string' },
        rollback: { type: 'boolean' },
        tested: { type: 'boolean' },
        anyway: { type: 'boolean' },
        prepare: { type: 'boolean' },
      },
    },
    ({ values }) => {
      const kinds = (['check', 'smoke', 'preview', 'rollback'] as const).filter(
        (kind) => values[kind] !== undefined,
      );
      if (kinds.length > 1) throw new WrongCommandLine(`Choose one of --${kinds.join(' and --')}`);
      return values;
    },
  ),

  'deploy-rehearsal': command(
    `npm run deploy:rehearsal -- [--check-code]

Deploys a clone of what is committed, with the settings of an invented operator and the real
firebase-tools, to a stand-in for Google on this machine. Needs no network.

  --check-code   also runs the checks of the code there, under the operator's settings`,
    { options: { 'check-code': { type: 'boolean', default: false } } },
    ({ values }) => ({ checkCode: values['check-code'] }),
  ),
};

function daysOf(text: string): number {
  const [, days] = /^([1-9]\d{0,4})d$/.exec(text) ?? [];
  if (days !== undefined) return Number(days);
  throw new WrongCommandLine(`--active is a number of days like 30d, not "${text}"`);
}

/** A file name without the line range `:10-20` that Stryker accepts behind it. */
function withoutLines(file: string): string {
  return file.replace(/:\d+(:\d+)?-\d+(:\d+)?$/, '');
}
