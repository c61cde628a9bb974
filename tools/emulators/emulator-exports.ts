import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** firebase-tools writes this file last, so it marks a complete export. */
const FINISHED = 'firebase-export-metadata.json';

export function newestExport(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const newest = readdirSync(folder)
    .filter((name) => existsSync(path.join(folder, name, FINISHED)))
    .sort((left, right) => Number(right) - Number(left))[0];
  return newest === undefined ? null : path.join(folder, newest);
}

/**
 * Saves the emulators' data as a new export, then removes older exports. Overwriting an export would empty it first, so
 * that a kill at that moment would lose all data. Throws ENOSPC if the disk is full.
 */
export async function saveExport(folder: string, hubUrl: string, now: number): Promise<void> {
  const target = path.join(folder, String(now));
  mkdirSync(folder, { recursive: true });
  try {
    await requestExport(target, hubUrl);
  } catch (error) {
    // On a full disk, half an export would take the room that the next one needs.
    rmSync(target, { recursive: true, force: true });
    requireRoom(folder);
    throw error;
  }
  for (const name of readdirSync(folder)) {
    if (name !== path.basename(target)) rmSync(path.join(folder, name), { recursive: true });
  }
}

/** The hub only answers that the export failed. */
function requireRoom(folder: string): void {
  const probe = path.join(folder, 'probe');
  try {
    writeFileSync(probe, Buffer.alloc(65_536));
  } finally {
    rmSync(probe, { force: true });
  }
}

async function requestExport(target: string, hubUrl: string): Promise<void> {
  const answer = await fetch(`${hubUrl}/_admin/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path: target, initiatedBy: 'earshot' }),
    signal: AbortSignal.timeout(30_000),
  });
  if (!answer.ok) throw new Error(`the hub answered ${answer.status}: ${await answer.text()}`);
}
