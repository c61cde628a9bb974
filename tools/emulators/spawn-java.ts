import childProcess from 'node:child_process';

/** Main class of the Firestore emulator; the manifest of the Cloud SDK's jar names none. */
const MAIN_CLASS = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';

/** The arguments of Java with a jar on the class path, in place of `-jar` and a file. */
export function withClassPath(args: readonly string[], jar: string): string[] {
  const at = args.indexOf('-jar');
  return at < 0 ? [...args] : [...args.slice(0, at), '-cp', jar, MAIN_CLASS, ...args.slice(at + 2)];
}

/**
 * Changes how firebase-tools starts Java: in its own process group, so that Java does not outlive it, and with the
 * jar that FIRESTORE_CLASS_PATH names.
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
