import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { REPOSITORY } from '../processes/repository.ts';

export type FirestoreEmulator =
  /** firebase-tools has downloaded the emulator, or FIRESTORE_EMULATOR_BINARY_PATH names it. */
  | { kind: 'ready' }
  | { kind: 'to-download' }
  /** The jar of the Cloud SDK's emulator, to which firebase-tools may not write. */
  | { kind: 'jar'; path: string }
  | { kind: 'none' };

const SDK_JAR = 'platform/cloud-firestore-emulator/cloud-firestore-emulator.jar';
/** Short, because every start on an offline machine waits until the probe times out. */
const PROBE_TIMEOUT_MS = 4000;

const downloadsSchema = z.object({
  firestore: z.object({
    expectedSize: z.number(),
    remoteUrl: z.url(),
    downloadPathRelativeToCacheDir: z.string(),
  }),
});

export async function findFirestoreEmulator(
  environment: NodeJS.ProcessEnv,
): Promise<FirestoreEmulator> {
  if (environment['FIRESTORE_EMULATOR_BINARY_PATH']) return { kind: 'ready' };
  const { firestore } = downloadsSchema.parse(readDownloads());
  const cached = path.join(
    environment['FIREBASE_EMULATORS_PATH'] ?? path.join(homedir(), '.cache/firebase/emulators'),
    firestore.downloadPathRelativeToCacheDir,
  );
  // firebase-tools only checks that the file exists, so it would start an incomplete download.
  if (existsSync(cached) && statSync(cached).size === firestore.expectedSize)
    return { kind: 'ready' };
  if (await answers(firestore.remoteUrl, environment)) return { kind: 'to-download' };
  const jar = findSdkJar(environment);
  return jar === null ? { kind: 'none' } : { kind: 'jar', path: jar };
}

function readDownloads(): unknown {
  const file = 'node_modules/firebase-tools/lib/emulator/downloadableEmulatorInfo.json';
  return JSON.parse(readFileSync(path.join(REPOSITORY, file), 'utf8'));
}

async function answers(url: string, environment: NodeJS.ProcessEnv): Promise<boolean> {
  // Skips the probe, because firebase-tools uses the proxy, but Node's fetch ignores it.
  if (
    ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].some((name) => environment[name])
  ) {
    return true;
  }
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    return (await fetch(url, { method: 'HEAD', signal })).ok;
  } catch {
    return false;
  }
}

function findSdkJar(environment: NodeJS.ProcessEnv): string | null {
  const home = environment['HOME'] ?? homedir();
  const gcloud = (environment['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, 'gcloud'))
    .find((file) => existsSync(file));
  const roots = [
    ...(gcloud ? [path.dirname(path.dirname(realpathSync(gcloud)))] : []),
    '/usr/lib/google-cloud-sdk',
    '/usr/share/google-cloud-sdk',
    '/opt/google-cloud-sdk',
    '/opt/homebrew/share/google-cloud-sdk',
    path.join(home, 'google-cloud-sdk'),
  ];
  return roots.map((root) => path.join(root, SDK_JAR)).find((jar) => existsSync(jar)) ?? null;
}
