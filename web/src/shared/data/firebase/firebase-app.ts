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
  // Browsers partition storage by site. A sign-in helper page on Firebase's own domain could not
  // pass the result to this page. Hosting serves the helper on each of its domains.
  return { ...options, authDomain: location.host };
}

let app: Promise<FirebaseApp> | undefined;

/** After a failure, the next call retries. */
export function firebaseApp(): Promise<FirebaseApp> {
  app ??= readOptions()
    .then((options) => initializeApp(options))
    .catch((error: unknown) => {
      app = undefined;
      throw error;
    });
  return app;
}
