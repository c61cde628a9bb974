import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives this process and its children their own temporary folder, deleted on exit, because firebase-tools, Chromium,
 * maildev and tsx leave files behind. The folder's name is short, because socket paths are limited to about 100 bytes.
 * SIGKILL leaves the folder behind.
 */
export function useOwnTempFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-'));
  // Sets the permissions of /tmp, because PostgreSQL runs as another user if this process is root.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.on('exit', () => {
    // Killed processes may still be writing.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // By default, a signal ends the process without an `exit` event. A command with its own listener exits itself.
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(130);
    });
  }
}
