import { type FirebaseApp, initializeApp } from 'firebase/app';
import * as z from 'zod/mini';
import { localEmulators } from './local-emulators.ts';

const optionsSchema = z.looseObject({ apiKey: z.string(), projectId: z.string() });

async function readOptions(): Promise<z.infer<typeof optionsSchema>> {
  // The Auth emulator takes any key; the project is the one the emulators were started for.
  const project: unknown = import.meta.env['VITE_PROJECT_ID'];
  if (localEmulators() && typeof project === 'string')
    return { apiKey: 'local', projectId: project };
  // Hosting serves every site the configuration of its own project, so that a build fits any.
  const response = await fetch('/__/firebase/init.json', { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`no Firebase configuration (${response.status})`);
  return optionsSchema.parse(await response.json());
}

let app: Promise<FirebaseApp> | undefined;

/** The one Firebase app of this page. A failed attempt is forgotten, so that the next one may succeed. */
export function firebaseApp(): Promise<FirebaseApp> {
  app ??= readOptions()
    .then((options) => initializeApp(options))
    .catch((error: unknown) => {
      app = undefined;
      throw error;
    });
  return app;
}
