import { command, wholeNumber, words, WrongCommandLine } from '../processes/command-line.ts';

/** The command line of `npm run feeds`. */
export const feedsCommand = command(
  `npm run feeds -- [--shift-dates] <OPML list or feed, as path or URL> …
npm run feeds -- --index <dump> [--language en] [--active 30d] [--most 100000]
npm run feeds -- --status | --review | --pass <address|publisher> | --drop <address|publisher>

Loads feeds into the catalogue now, whether the site is running or not.
The catalogue is CATALOGUE_URL, of .env or the environment, by default that of npm start.

  --project       that of a deployed project, for who did "gcloud auth application-default login"
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
      project: { type: 'string' },
    },
    allowPositionals: true,
  },
  ({ values, positionals }) => {
    const { status, review, pass, drop, index: dump, language, project } = values;
    const isAlone = status || review || [pass, drop, dump].some((each) => each !== undefined);
    const sources = isAlone ? [] : words(positionals, ['an OPML list or a feed'], Infinity);
    if (isAlone) words(positionals, [], 0);
    const choice = {
      language,
      activeDays: daysOf(values.active ?? '30d'),
      most: wholeNumber(values.most, '--most', 100_000),
    };
    const ofIndex = (['language', 'active', 'most'] as const).filter(
      (name) => values[name] !== undefined,
    );
    if (dump === undefined && ofIndex.length > 0) {
      throw new WrongCommandLine(`--${ofIndex[0]} is for --index alone`);
    }
    if (isAlone && values['shift-dates']) {
      throw new WrongCommandLine('--shift-dates is for lists and feeds that are loaded');
    }
    const index = dump === undefined ? undefined : { dump, choice };
    return {
      project,
      sources,
      shifted: values['shift-dates'],
      status,
      review,
      pass,
      drop,
      index,
    };
  },
);

function daysOf(text: string): number {
  const [, days] = /^([1-9]\d{0,4})d$/.exec(text) ?? [];
  if (days !== undefined) return Number(days);
  throw new WrongCommandLine(`--active is a number of days like 30d, not "${text}"`);
}
