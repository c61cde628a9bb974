import { copyCatalogue } from '../../functions/src/catalogue/copy-catalogue.ts';
import { openExistingCatalogue } from '../../functions/src/catalogue/storage/open-catalogue.ts';
import { updateCatalogue } from '../../functions/src/catalogue/storage/update-catalogue.ts';
import { readCommandLine } from '../processes/command-line.ts';
import { readSettings } from '../instance/settings.ts';
import { progressLine } from '../feeds/progress-line.ts';

const USAGE = `npm run catalogue:copy -- <from> <to>

Copies a catalogue, its feeds and episodes, to another place, which may be of another kind:
file:…, gs://bucket/object or postgres://user@host/database. Done again, it writes only what has
changed. What the other place alone holds stays. Neither must be stopped for it; a refresh in
between is copied the next time. The password of a server is in its address or CATALOGUE_PASSWORD.`;

async function run(): Promise<void> {
  const { positionals } = readCommandLine(USAGE, { allowPositionals: true });
  const [from, to, ...rest] = positionals;
  if (from === undefined || to === undefined || rest.length > 0 || from === to) {
    throw new Error('Name two catalogues, from and to; --help tells more.');
  }
  // What it takes to reach a server is read from the settings, which must be whole.
  Object.assign(process.env, readSettings(process.env), { CATALOGUE_URL: from });
  const source = openExistingCatalogue(from);
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
