import path from 'node:path';
import { findFirestoreEmulator } from '../offline-firestore/firestore-emulator.ts';
import { findJava, OLDEST_JAVA } from '../offline-firestore/java.ts';

/**
 * The Firestore emulator runs for minutes, too short for Java's thorough compiler to pay. It logs a
 * stack trace for every request that the rules deny, of which only the beginning tells anything.
 */
const JAVA_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:MaxJavaStackTraceDepth=2';

/** Whether sign-in and what is stored for people can run here. */
export type Accounts =
  | {
      kind: 'on';
      /** What firebase-tools needs in its environment to find Java and the Firestore emulator. */
      environment: Record<string, string>;
      /** True when the Firestore emulator has to be downloaded first. */
      mustDownload: boolean;
    }
  | {
      kind: 'off';
      /** One sentence: what is missing, and what to install. */
      reason: string;
    };

/** Looks for a Java and a Firestore emulator; the first wants the second, and search neither. */
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
  const emulator = await findFirestoreEmulator(environment, cacheFolder);
  if (emulator.kind === 'none') {
    return {
      kind: 'off',
      reason:
        'the Firestore emulator is not here and its download host cannot be reached: go online once, ' +
        'or install Google’s Cloud SDK with its component cloud-firestore-emulator.',
    };
  }
  const paths = [path.join(java.home, 'bin'), environment['PATH'] ?? environment['Path']].filter(
    Boolean,
  );
  return {
    kind: 'on',
    mustDownload: emulator.kind === 'to-download',
    environment: {
      JAVA_HOME: java.home,
      PATH: paths.join(path.delimiter),
      JDK_JAVA_OPTIONS: [JAVA_OPTIONS, environment['JDK_JAVA_OPTIONS']].filter(Boolean).join(' '),
      ...(emulator.kind === 'jar' && { FIRESTORE_EMULATOR_BINARY_PATH: emulator.path }),
    },
  };
}
