import type { ShowChoice } from '../../functions/src/transcription/ledger/transcription-report.ts';
import { type Chart, chartsOf } from './apple-genres.ts';
import { command, words, WrongCommandLine } from '../processes/command-line.ts';

const CHOICES: readonly ShowChoice[] = ['always', 'auto', 'never'];

function choiceOf(text: string | undefined): ShowChoice | undefined {
  const choice = CHOICES.find((each) => each === text);
  if (text !== undefined && choice === undefined)
    throw new WrongCommandLine('--transcribe is followed by always, auto or never');
  return choice;
}

function chartsNamed(countries: string, genres: string): Chart[] {
  try {
    return chartsOf(countries, genres);
  } catch (error) {
    throw new WrongCommandLine(error instanceof Error ? error.message : String(error));
  }
}

export const feedsCommand = command(
  `npm run feeds -- <OPML list or feed, as path or URL> …
npm run feeds -- --status | --find <title> | --largest
npm run feeds -- --verify <OPML list or feed, as path or URL> [--add]
npm run feeds -- --charts <countries> <genres> [--add]
npm run feeds -- --dead | --remove-dead | --remove <address>
npm run feeds -- --block <address or show id> | --unblock <address or show id> | --blocked
npm run feeds -- --transcripts | --transcribe always|auto|never <address> | --try-transcription

Loads feeds into the catalogue now, whether the site is running or not.
The catalogue is CATALOGUE_URL, of .env or the environment, by default that of npm start.

  --project       that of a deployed project, for who did "gcloud auth application-default login"
  --status        only says how many feeds are due, and for how long
  --find          only lists public shows with these words in their titles, and their addresses
  --largest       only lists the feeds with the most episodes and left out items, and their show ids
  --verify        fetches each feed once, and only says which are alive, moved, silent for 120 days or dead
  --charts        finds the feeds of Apple's charts, one request a second: --charts us,gb technology,business
  --add           adds what is alive, moved or charted to your list: the file that FEEDS names, or functions/feeds.opml
  --dead          only lists the feeds of your list that failed for a week or longer
  --remove-dead   lists them, and removes what it has listed from your list
  --remove        removes a feed from your list
  --block         deletes a feed's episodes and asks it no more, until --unblock
  --blocked       only lists the blocked feeds
  --transcripts   only lists what was transcribed, waits and failed, why, and what each day cost
  --transcribe    chooses for a feed: always, auto (if somebody follows it) or never
  --try-transcription  sends one second of speech to TRANSCRIBE_URL and says what came back`,
  {
    options: {
      status: { type: 'boolean', default: false },
      find: { type: 'string' },
      largest: { type: 'boolean', default: false },
      verify: { type: 'string' },
      charts: { type: 'string' },
      add: { type: 'boolean', default: false },
      dead: { type: 'boolean', default: false },
      'remove-dead': { type: 'boolean', default: false },
      remove: { type: 'string' },
      block: { type: 'string' },
      unblock: { type: 'string' },
      blocked: { type: 'boolean', default: false },
      transcripts: { type: 'boolean', default: false },
      transcribe: { type: 'string' },
      'try-transcription': { type: 'boolean', default: false },
      project: { type: 'string' },
    },
    allowPositionals: true,
  },
  ({ values, positionals }) => {
    const { status, find, largest, block, unblock, blocked, transcripts, project } = values;
    const {
      verify,
      charts,
      add,
      dead,
      remove,
      'remove-dead': removesDead,
      'try-transcription': tried,
    } = values;
    const transcribed = choiceOf(values.transcribe);
    const isAlone =
      [status, largest, dead, removesDead, blocked, transcripts, tried].includes(true) ||
      [find, verify, charts, remove, block, unblock, transcribed].some(
        (each) => each !== undefined,
      );
    if (add && verify === undefined && charts === undefined)
      throw new WrongCommandLine('--add goes with --verify or --charts');
    const sources = isAlone ? [] : words(positionals, ['an OPML list or a feed'], Infinity);
    const given = [
      ...(transcribed === undefined ? [] : ['the address of a feed']),
      ...(charts === undefined ? [] : ['genres, such as technology,business']),
    ];
    const [word = ''] = isAlone ? words(positionals, given) : [];
    return {
      project,
      sources,
      status,
      find,
      largest,
      verify,
      charts: charts === undefined ? undefined : chartsNamed(charts, word),
      add,
      dead: dead || removesDead,
      removesDead,
      remove,
      block,
      unblock,
      blocked,
      transcripts,
      tried,
      choice: transcribed === undefined ? undefined : { show: word, as: transcribed },
    };
  },
);
