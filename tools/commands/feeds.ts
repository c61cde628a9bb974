import { loadFeeds } from '../feeds/load-feeds.ts';

process.exitCode = await loadFeeds(process.argv.slice(2), process);
