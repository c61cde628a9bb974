import { readFileSync } from 'node:fs';
import { descendantsOf, readProcessTable } from '../../tools/processes/process-table.ts';
import { stackPid } from '../support/stack.ts';

/** Whether this system lets us find and stop the emulators' own processes. */
export const CAN_FIND_PROCESSES = process.platform === 'linux';

function readProc(pid: number, file: 'cmdline' | 'environ'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
  } catch {
    return []; // It ended meanwhile.
  }
}

function pidsWhere(matches: (pid: number) => boolean): number[] {
  return descendantsOf(stackPid(), readProcessTable())
    .map(({ pid }) => pid)
    .filter(matches);
}

/** The processes in which the functions emulator runs the named function; each runs one at a time. */
export function workersOf(functionName: string): number[] {
  return pidsWhere(
    (pid) =>
      readProc(pid, 'cmdline').some((part) => part.includes('functionsEmulatorRuntime')) &&
      readProc(pid, 'environ').includes(`FUNCTION_TARGET=${functionName}`),
  );
}

/** The Java process that is the Firestore emulator. */
export function firestoreProcess(): number {
  const [pid] = pidsWhere((candidate) => {
    const [command = '', ...rest] = readProc(candidate, 'cmdline');
    return /(^|\/)java$/.test(command) && rest.some((part) => /firestore/i.test(part));
  });
  if (pid === undefined) throw new Error('The Firestore emulator is not running.');
  return pid;
}
