import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'earshot-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
