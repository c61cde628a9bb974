import { loadFeeds } from '../feeds/load-feeds.ts';
import { readCommandLine } from '../processes/command-line.ts';

const USAGE = `npm run feeds -- [--shift-dates] <OPML list or feed, as path or URL> …

Loads feeds into the catalogue now, whether the site is running or not.
The catalogue is CATALOGUE_URL, by default file:.data/catalogue.db in the repository.

  --shift-dates   for trying things out: spreads the dates of each feed's episodes over the last
                  28 days, so that an old feed can be searched`;

const { values, positionals } = readCommandLine(USAGE, {
  options: { 'shift-dates': { type: 'boolean' } },
  allowPositionals: true,
});
const { env, stdout, stderr } = process;
const shifted = values['shift-dates'] ?? false;
process.exitCode = await loadFeeds({ sources: positionals, shifted, env, stdout, stderr });
