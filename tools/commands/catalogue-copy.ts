import { copyCatalogue } from '../../functions/src/catalogue/copy-catalogue.ts';
import { openExistingCatalogue } from '../../functions/src/catalogue/storage/open-catalogue.ts';
import { updateCatalogue } from '../../functions/src/catalogue/storage/update-catalogue.ts';
import { optionsOf } from '../processes/command-line.ts';
import { COMMANDS } from './command-lines.ts';
import { readSettings } from '../instance/settings.ts';
import { progressLine } from '../feeds/progress-line.ts';

async function run(): Promise<void> {
  const { from, to } = optionsOf(COMMANDS['catalogue-copy']);
  // A PostgreSQL connection takes its options and password from the settings.
  Object.assign(process.env, readSettings(process.env), { CATALOGUE_URL: from });
  const source = await openExistingCatalogue(from);
  try {
    const startedAt = performance.now();
    const showProgress = progressLine(process.stderr);
    const { feeds, written } = await updateCatalogue(to, (target) =>
      copyCatalogue(source, target, showProgress),
    );
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${feeds} feeds copied in ${seconds} s; ${written} episodes written.`);
  } finally {
    await source.close();
  }
}

await run().catch((error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  console.error(
    [error instanceof Error ? error.message : String(error), cause].filter(Boolean).join(': '),
  );
  process.exitCode = 1;
});
