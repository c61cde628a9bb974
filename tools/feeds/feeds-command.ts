import { command, words, WrongCommandLine } from '../processes/command-line.ts';

/** The command line of `npm run feeds`. */
export const feedsCommand = command(
  `npm run feeds -- [--shift-dates] <OPML list or feed, as path or URL> …
npm run feeds -- --status | --find <title> | --block <address> | --unblock <address> | --blocked

Loads feeds into the catalogue now, whether the site is running or not.
The catalogue is CATALOGUE_URL, of .env or the environment, by default that of npm start.

  --project       that of a deployed project, for who did "gcloud auth application-default login"
  --shift-dates   for trying things out: spreads the dates of each feed's episodes over the last
                  28 days, so that an old feed can be searched
  --status        only says how many feeds are due, and for how long
  --find          only lists public shows with these words in their titles, and their addresses
  --block         deletes a feed's episodes and asks it no more, until --unblock
  --blocked       only lists the blocked feeds`,
  {
    options: {
      'shift-dates': { type: 'boolean', default: false },
      status: { type: 'boolean', default: false },
      find: { type: 'string' },
      block: { type: 'string' },
      unblock: { type: 'string' },
      blocked: { type: 'boolean', default: false },
      project: { type: 'string' },
    },
    allowPositionals: true,
  },
  ({ values, positionals }) => {
    const { status, find, block, unblock, blocked, project } = values;
    const isAlone = status || blocked || [find, block, unblock].some((each) => each !== undefined);
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
      find,
      block,
      unblock,
      blocked,
    };
  },
);
