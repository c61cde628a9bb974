import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

export const FAULTS_FILE = path.join(import.meta.dirname, '../artifacts/faults.jsonl');

const rowSchema = z.object({
  fault: z.string(),
  seen: z.string(),
  lost: z.string(),
  /** How long the recovery takes, and what triggers it. */
  recovery: z.string(),
});

type FaultRow = z.infer<typeof rowSchema>;

/** Adds a row to the table that is printed at the end. Call it after the assertions. */
export function recordFault(row: FaultRow): void {
  mkdirSync(path.dirname(FAULTS_FILE), { recursive: true });
  appendFileSync(FAULTS_FILE, `${JSON.stringify(row)}\n`);
}

export function faultRows(file: string): FaultRow[] {
  return file
    .split('\n')
    .filter(Boolean)
    .map((line) => rowSchema.parse(JSON.parse(line)));
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}
