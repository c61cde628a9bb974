import * as z from 'zod';

const firebaseConfig = z.object({ storageBucket: z.string().min(1) });

/**
 * The address of the catalogue in the project's own bucket, which Firebase names to every deployed
 * function. Undefined under the emulators, which name a bucket that they do not have.
 */
export function projectCatalogue(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (environment['FUNCTIONS_EMULATOR'] === 'true') return undefined;
  try {
    const { storageBucket } = firebaseConfig.parse(
      JSON.parse(environment['FIREBASE_CONFIG'] ?? ''),
    );
    return `gs://${storageBucket}/catalogue.db`;
  } catch {
    return undefined; // not in the cloud, or a project without a bucket
  }
}
