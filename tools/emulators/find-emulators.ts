import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findFirestoreEmulator } from './firestore-emulator.ts';
import { findJava, OLDEST_JAVA } from './java.ts';

/**
 * JVM options. Only the fast compiler, because the Firestore emulator runs for minutes. Short stack traces, because the
 * emulator logs one for every request that the rules deny.
 */
const JAVA_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:MaxJavaStackTraceDepth=2';

export type Accounts =
  | {
      kind: 'on';
      environment: Record<string, string>;
      mustDownload: boolean;
    }
  | {
      kind: 'off';
      reason: string;
    };

/** Looks for Java and the Firestore emulator. Without them accounts are off, and search still works. */
export async function findEmulators(
  environment: NodeJS.ProcessEnv,
  cacheFolder: string,
): Promise<Accounts> {
  const java = await findJava(environment);
  if (!java) {
    return {
      kind: 'off',
      reason: `no Java ${OLDEST_JAVA} or newer was found: install one (https://adoptium.net), or set JAVA_HOME.`,
    };
  }
  const emulator = await findFirestoreEmulator(environment);
  if (emulator.kind === 'none') {
    return {
      kind: 'off',
      reason:
        'the Firestore emulator is not here and its download host cannot be reached: go online once, ' +
        'or install Google’s Cloud SDK with its component cloud-firestore-emulator.',
    };
  }
  const paths = [path.join(java, 'bin'), environment['PATH']].filter(Boolean);
  return {
    kind: 'on',
    mustDownload: emulator.kind === 'to-download',
    environment: {
      JAVA_HOME: java,
      PATH: paths.join(path.delimiter),
      JDK_JAVA_OPTIONS: [JAVA_OPTIONS, environment['JDK_JAVA_OPTIONS']].filter(Boolean).join(' '),
      ...(emulator.kind === 'jar' && {
        FIRESTORE_EMULATOR_BINARY_PATH: placeholderIn(cacheFolder),
        FIRESTORE_CLASS_PATH: emulator.path,
      }),
    },
  };
}

/** Writes a file that firebase-tools can make executable, because it may lack that permission in the Cloud SDK. */
function placeholderIn(folder: string): string {
  const file = path.join(folder, 'firestore-emulator');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, 'See tools/emulators/spawn-java.ts.\n');
  return file;
}
