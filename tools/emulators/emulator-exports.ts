import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** firebase-tools writes this file last, before it moves a finished export to its place. */
const FINISHED = 'firebase-export-metadata.json';

/** Names of the finished exports in the folder, oldest first. */
function finishedExports(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(path.join(folder, name, FINISHED)))
    .sort((left, right) => Number(left) - Number(right));
}

/** The newest finished export, as a path, or null where there is none. */
export function newestExport(folder: string): string | null {
  const name = finishedExports(folder).at(-1);
  return name === undefined ? null : path.join(folder, name);
}

/**
 * Saves the emulators' data as a new export and removes the older ones. Exporting onto an existing
 * folder would empty it first, and a kill in that moment would lose everything.
 */
export async function saveExport(folder: string, hubUrl: string, now: number): Promise<void> {
  const target = path.join(folder, String(now));
  mkdirSync(folder, { recursive: true });
  const answer = await fetch(`${hubUrl}/_admin/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: target, initiatedBy: 'earshot' }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) throw new Error(`the hub answered ${answer.status}: ${await answer.text()}`);
  for (const name of readdirSync(folder)) {
    if (name !== path.basename(target)) rmSync(path.join(folder, name), { recursive: true });
  }
}
