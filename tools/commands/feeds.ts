import { loadFeeds } from '../feeds/load-feeds.ts';
import { bucketOf } from '../deploy/find-bucket.ts';
import { catalogueText } from '../feeds/shown-catalogue.ts';
import { useSettings } from '../feeds/use-settings.ts';
import { catalogueUrlOf, targetOf } from '../instance/target.ts';
import { optionsOf } from '../processes/command-line.ts';
import { reportFailure } from '../processes/expected-failure.ts';
import { COMMANDS } from './command-lines.ts';

const { project, ...options } = optionsOf(COMMANDS.feeds);
const { stdout, stderr } = process;
await reportFailure(async () => {
  const target = targetOf(process.env, project);
  const catalogue = await catalogueUrlOf(target, bucketOf);
  await useSettings(target, catalogue);
  console.log(catalogueText(target, catalogue));
  process.exitCode = await loadFeeds({ ...options, catalogue, stdout, stderr });
});
