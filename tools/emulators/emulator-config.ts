import path from 'node:path';
import * as z from 'zod';
import { LOOPBACK, type PortName, type Ports } from '../instance/ports.ts';

const headersSchema = z.looseObject({
  headers: z.array(z.object({ key: z.string(), value: z.string() })),
});

/** Of firebase.json, what names files or is another here; all the rest passes through. */
const deployedConfigSchema = z.looseObject({
  hosting: z.looseObject({ public: z.string(), headers: z.array(headersSchema) }),
  functions: z.looseObject({ source: z.string(), configDir: z.string() }),
  firestore: z.looseObject({ rules: z.string(), indexes: z.string() }),
});

interface Places {
  /** The folder firebase.json is in, absolute. */
  repository: string;
  /** The folder the result is written to, absolute. */
  folder: string;
  ports: Ports;
}

/**
 * firebase.json as the emulators of one run need it: with the run's ports, with paths that lead to
 * the same files from the folder it is written to, and with a content security policy that lets pages
 * speak to the other emulators and show the covers of the samples.
 */
export function emulatorConfig(firebaseJson: unknown, { repository, folder, ports }: Places) {
  const deployed = deployedConfigSchema.parse(firebaseJson);
  const absolute = (file: string) => path.join(repository, file);
  const relative = (file: string) =>
    path.relative(folder, absolute(file)).replaceAll(path.sep, '/');
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
      configDir: relative(deployed.functions.configDir),
    },
    // firebase-tools takes rules from outside its folder only by their absolute path.
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

/** What pages of a local run reach on other ports: the emulators, and the covers and sounds of the samples. */
const DIRECTIVES = ['connect-src', 'img-src', 'media-src'];

/** A content security policy that lets pages reach this machine too; everything else in it stays. */
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
