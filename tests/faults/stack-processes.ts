import { readdirSync, readFileSync } from 'node:fs';
import { stackPid } from '../support/stack.ts';

/** The tests find the emulators' processes through /proc. */
export const CAN_FIND_PROCESSES = process.platform === 'linux';

function readProc(pid: number, file: 'cmdline' | 'environ' | 'status'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
  } catch {
    return []; // It ended meanwhile.
  }
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)$/m.exec(readProc(pid, 'status').join())?.[1] ?? 0);
}

function isOfStack(pid: number): boolean {
  for (let parent = parentOf(pid); parent > 1; parent = parentOf(parent)) {
    if (parent === stackPid()) return true;
  }
  return false;
}

function pidsWhere(matches: (pid: number) => boolean): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter((pid) => isOfStack(pid) && matches(pid));
}

/** PIDs of the functions emulator's workers for a function. Each handles one request at a time. */
export function workersOf(functionName: string): number[] {
  return pidsWhere(
    (pid) =>
      readProc(pid, 'cmdline').some((part) => part.includes('functionsEmulatorRuntime')) &&
      readProc(pid, 'environ').includes(`FUNCTION_TARGET=${functionName}`),
  );
}

export function firestoreProcess(): number {
  const [pid] = pidsWhere((candidate) => {
    const [command = '', ...rest] = readProc(candidate, 'cmdline');
    return /(^|\/)java$/.test(command) && rest.some((part) => /firestore/i.test(part));
  });
  if (pid === undefined) throw new Error('The Firestore emulator is not running.');
  return pid;
}
