import * as z from 'zod';

const firebaseConfig = z.object({ storageBucket: z.string().min(1) });

/**
 * Deployed, the project's own bucket, of which Firebase tells every function. The emulators name one,
 * too, but it is not theirs.
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
