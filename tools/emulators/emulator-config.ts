import path from 'node:path';
import * as z from 'zod';
import { LOOPBACK, type PortName, type Ports } from '../instance/ports.ts';

const headersSchema = z.looseObject({
  headers: z.array(z.object({ key: z.string(), value: z.string() })),
});

/** The parts of firebase.json that contain file names or differ in emulators. Other parts are copied unchanged. */
const deployedConfigSchema = z.looseObject({
  hosting: z.looseObject({ public: z.string(), headers: z.array(headersSchema) }),
  functions: z.looseObject({ source: z.string() }),
  firestore: z.looseObject({ rules: z.string(), indexes: z.string() }),
});

export function emulatorConfig(
  firebaseJson: unknown,
  { repository, folder, ports }: { repository: string; folder: string; ports: Ports },
) {
  const deployed = deployedConfigSchema.parse(firebaseJson);
  const absolute = (file: string) => path.join(repository, file);
  const relative = (file: string) => path.relative(folder, absolute(file));
  const at = (name: PortName) => ({ host: LOOPBACK, port: ports[name] });
  return {
    ...deployed,
    hosting: {
      ...deployed.hosting,
      public: relative(deployed.hosting.public),
      headers: deployed.hosting.headers.map(({ headers, ...rest }) => ({
        ...rest,
        headers: headers.map(({ key, value }) =>
          key === 'Content-Security-Policy' ? { key, value: allowLoopback(value) } : { key, value },
        ),
      })),
    },
    functions: {
      ...deployed.functions,
      source: relative(deployed.functions.source),
      // With the settings of this run, in `.env.local`.
      configDir: '.',
    },
    // firebase-tools requires absolute paths for rules outside the folder of its configuration.
    firestore: {
      rules: absolute(deployed.firestore.rules),
      indexes: absolute(deployed.firestore.indexes),
    },
    emulators: {
      singleProjectMode: true,
      hosting: at('site'),
      functions: at('functions'),
      eventarc: at('eventarc'),
      hub: at('hub'),
      firestore: { ...at('firestore'), websocketPort: ports.firestoreSocket },
      logging: at('logging'),
      auth: at('auth'),
      tasks: at('tasks'),
      ui: { enabled: false },
    },
  };
}

const LOCAL = 'http://127.0.0.1:* http://localhost:*';

/** CSP directives that must allow the ports of the emulators, of the samples' covers and of their audio. */
const DIRECTIVES = ['connect-src', 'img-src', 'media-src'];

export function allowLoopback(policy: string): string {
  return policy
    .split('; ')
    .map((directive) =>
      DIRECTIVES.some((name) => directive.startsWith(`${name} `))
        ? `${directive} ${LOCAL}`
        : directive,
    )
    .join('; ');
}
