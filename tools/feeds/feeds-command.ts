import { command, words, WrongCommandLine } from '../processes/command-line.ts';

/** The command line of `npm run feeds`. */
export const feedsCommand = command(
  `npm run feeds -- [--shift-dates] <OPML list or feed, as path or URL> …
npm run feeds -- --status | --review | --pass <address|publisher> | --drop <address|publisher>

Loads feeds into the catalogue now, whether the site is running or not.
The catalogue is CATALOGUE_URL, of .env or the environment, by default that of npm start.

  --project       that of a deployed project, for who did "gcloud auth application-default login"
  --shift-dates   for trying things out: spreads the dates of each feed's episodes over the last
                  28 days, so that an old feed can be searched
  --status        only says how many feeds are due, and for how long
  --review        only lists shows on probation and dropped ones
  --pass, --drop  lets the shows of an address or a publisher in, or keeps them out, for good`,
  {
    options: {
      'shift-dates': { type: 'boolean', default: false },
      status: { type: 'boolean', default: false },
      review: { type: 'boolean', default: false },
      pass: { type: 'string' },
      drop: { type: 'string' },
      project: { type: 'string' },
    },
    allowPositionals: true,
  },
  ({ values, positionals }) => {
    const { status, review, pass, drop, project } = values;
    const isAlone = status || review || [pass, drop].some((each) => each !== undefined);
    const sources = isAlone ? [] : words(positionals, ['an OPML list or a feed'], Infinity);
    if (isAlone) words(positionals, [], 0);
    if (isAlone && values['shift-dates']) {
      throw new WrongCommandLine('--shift-dates is for lists and feeds that are loaded');
    }
    return {
      project,
      sources,
      shifted: values['shift-dates'],
      status,
      review,
      pass,
      drop,
    };
  },
);
