import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import path from 'node:path';

/** Writes a PID file into the folder. Returns a function that deletes the file. */
export function noteRunning(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(pidFile(folder), String(process.pid));
  return () => rmSync(pidFile(folder), { force: true });
}

/** Returns the PID in the file. Null if no other process has it, or if the file is older than the last boot. */
export function runningIn(folder: string): number | null {
  const file = pidFile(folder);
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    const startedAt = Date.now() - uptime() * 1000;
    if (statSync(file).mtimeMs < startedAt || pid === process.pid) return null;
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}

function pidFile(folder: string): string {
  return path.join(folder, 'running.pid');
}
