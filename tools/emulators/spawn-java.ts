import childProcess from 'node:child_process';

/** Main class of the Firestore emulator, which the manifest of the Cloud SDK's jar does not name. */
const MAIN_CLASS = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';

export function withClassPath(args: readonly string[], jar: string): string[] {
  const at = args.indexOf('-jar');
  return at < 0 ? [...args] : [...args.slice(0, at), '-cp', jar, MAIN_CLASS, ...args.slice(at + 2)];
}

/**
 * Makes firebase-tools start Java with the jar of FIRESTORE_CLASS_PATH, and in its own process group, so that Java does
 * not outlive firebase-tools.
 */
export function changeJavaStarts(): void {
  const { spawn } = childProcess;
  const jar = process.env['FIRESTORE_CLASS_PATH'];
  const spawnJava = (command: string, args: string[], options: childProcess.SpawnOptions) =>
    command === 'java'
      ? spawn(command, jar ? withClassPath(args, jar) : args, { ...options, detached: false })
      : spawn(command, args, options);
  Object.assign(childProcess, { spawn: spawnJava });
}
