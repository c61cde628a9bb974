import { catalogueKind } from '../../functions/src/catalogue/file/open-catalogue.ts';
import { bucketOf } from '../deploy/find-bucket.ts';
import type { Target } from '../instance/target.ts';
import { LOOPBACK } from '../instance/ports.ts';
import { speechEnvironment } from '../stack/stack.ts';

/** Sets the target's settings for the functions' code in this process. */
export async function useSettings(target: Target, catalogueUrl: string): Promise<void> {
  Object.assign(process.env, target.settings, { CATALOGUE_URL: catalogueUrl });
  const isUnset = (target.settings['TRANSCRIBE_URL'] ?? '') === '';
  if (target.kind === 'local' && isUnset)
    Object.assign(process.env, speechEnvironment(`http://${LOOPBACK}:${target.run.ports.samples}`));
  // A deployed project does not use the storage emulator.
  if (target.kind === 'deployed') process.env['STORAGE_EMULATOR_HOST'] = '';
  // If the catalogue is on a PostgreSQL server, transcripts are in the project's bucket.
  if (target.kind === 'deployed' && catalogueKind(catalogueUrl) === 'postgres')
    process.env['FIREBASE_CONFIG'] = JSON.stringify({
      storageBucket: await bucketOf(target.project),
    });
}
