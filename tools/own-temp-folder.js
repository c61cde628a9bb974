import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives this process, and all that it starts, a temporary folder of its own, which goes when the
 * process ends: firebase-tools, Chromium, maildev and tsx leave files behind in theirs. Its name is
 * short, because the path of a socket may have about 100 bytes. Only a process that is killed leaves it.
 */
export function useOwnTempFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-'));
  // As open as /tmp is: PostgreSQL does not run as root, and removes its own files.
  chmodSync(folder, 0o1777);
  // Windows reads the other two.
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  process.on('exit', () => {
    // What was killed a moment ago may still be writing.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // Without a listener the process would end without `exit`; commands may add listeners of their own.
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(130);
    });
  }
}
