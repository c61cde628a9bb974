import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { readProcessTable, stillRunning } from '../processes/process-table.ts';

const recordSchema = z.object({ pid: z.int(), startedAt: z.string() });

/** Notes in the folder that this process uses it; returns what takes the note away again. */
export function noteRunning(folder: string): () => void {
  const file = recordFile(folder);
  const startedAt = readProcessTable().find(({ pid }) => pid === process.pid)?.startedAt ?? '';
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, JSON.stringify({ pid: process.pid, startedAt }));
  return () => rmSync(file, { force: true });
}

/** The process that uses the folder, or null; a note left behind by one that was killed counts not. */
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
