import * as z from 'zod/mini';

/** Addresses of the emulators of `npm start`; deployed builds have none. */
const emulatorsSchema = z.object({
  auth: z.url(),
  firestore: z.object({ host: z.string(), port: z.int() }),
  functions: z.object({ host: z.string(), port: z.int() }),
});

type Emulators = z.infer<typeof emulatorsSchema>;

export function localEmulators(): Emulators | null {
  const setting: unknown = import.meta.env['VITE_EMULATORS'];
  return typeof setting === 'string' && setting !== ''
    ? emulatorsSchema.parse(JSON.parse(setting))
    : null;
}
