import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { readProcessTable, stillRunning } from '../processes/process-table.ts';

const recordSchema = z.object({ pid: z.int(), startedAt: z.string() });

/** Writes a PID file into the folder; returns a function that deletes it. */
export function noteRunning(folder: string): () => void {
  const file = recordFile(folder);
  const startedAt = readProcessTable().find(({ pid }) => pid === process.pid)?.startedAt ?? '';
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify({ pid: process.pid, startedAt }));
  return () => rmSync(file, { force: true });
}

/** The PID of the process that uses the folder; null if there is none or it was killed. */
export function runningIn(folder: string): number | null {
  let text: string;
  try {
    text = readFileSync(recordFile(folder), 'utf8');
  } catch {
    return null;
  }
  const noted = recordSchema.safeParse(JSON.parse(text));
  if (!noted.success) return null;
  const record = { ...noted.data, parentPid: 0 };
  return stillRunning([record], readProcessTable()).length > 0 ? record.pid : null;
}

function recordFile(folder: string): string {
  return path.join(folder, 'running.json');
}
