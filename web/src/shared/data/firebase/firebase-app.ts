import { type FirebaseApp, initializeApp } from 'firebase/app';
import * as z from 'zod/mini';
import { localEmulators } from './local-emulators.ts';

const optionsSchema = z.looseObject({ apiKey: z.string(), projectId: z.string() });

async function readOptions(): Promise<z.infer<typeof optionsSchema>> {
  // The Auth emulator accepts any API key.
  const project: unknown = import.meta.env['VITE_PROJECT_ID'];
  if (localEmulators() && typeof project === 'string')
    return { apiKey: 'local', projectId: project };
  // Hosting serves its own project's configuration here, so one build fits every project.
  const response = await fetch('/__/firebase/init.json', { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`no Firebase configuration (${response.status})`);
  const options = optionsSchema.parse(await response.json());
  // Browsers partition storage by site, so Firebase's sign-in helper page must be on this site: from Firebase's
  // own domain, it could not tell this page who signed in. Hosting serves it on each of its domains.
  return { ...options, authDomain: location.host };
}

let app: Promise<FirebaseApp> | undefined;

/** The page's only Firebase app. After a failure the next call tries again. */
export function firebaseApp(): Promise<FirebaseApp> {
  app ??= readOptions()
    .then((options) => initializeApp(options))
    .catch((error: unknown) => {
      app = undefined;
      throw error;
    });
  return app;
}
