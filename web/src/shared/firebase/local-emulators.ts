import * as z from 'zod/mini';

/** Where the emulators of `npm start` listen; the build for deployment knows none. */
const emulatorsSchema = z.object({
  auth: z.url(),
  firestore: z.object({ host: z.string(), port: z.int() }),
  functions: z.object({ host: z.string(), port: z.int() }),
});

type Emulators = z.infer<typeof emulatorsSchema>;

/** The local emulators this build was made for, or null: then the real services are used. */
export function localEmulators(): Emulators | null {
  const setting: unknown = import.meta.env['VITE_EMULATORS'];
  return typeof setting === 'string' && setting !== ''
    ? emulatorsSchema.parse(JSON.parse(setting))
    : null;
}
