import { loadFeeds } from '../feeds/load-feeds.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';

const options = optionsOf(COMMANDS.feeds);
const { env, stdout, stderr } = process;
process.exitCode = await loadFeeds({ ...options, env, stdout, stderr });
