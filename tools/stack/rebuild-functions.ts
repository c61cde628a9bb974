import { readdirSync, watch } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { workspaceBuild } from '../processes/node-program.ts';
import { REPOSITORY, shownPath } from '../processes/repository.ts';
import type { RunLog } from '../processes/run-log.ts';
import type { Supervisor } from '../processes/supervisor.ts';

/** An editor may write a file several times for one save. */
const DEBOUNCE_MS = 200;

/** Rebuilds the functions when a source file changes. The emulator then reloads them. */
export function rebuildFunctionsOnChange(supervisor: Supervisor, log: RunLog): void {
  let changedAt = 0;
  let building = false;

  async function rebuild() {
    building = true;
    let startedAt: number;
    do {
      await delay(DEBOUNCE_MS);
      startedAt = Date.now();
      try {
        await supervisor.run({
          name: 'functions',
          ...workspaceBuild('functions', process.env),
          cwd: REPOSITORY,
          environment: process.env,
        });
        console.log(`Functions rebuilt in ${Date.now() - startedAt} ms.`);
      } catch {
        console.error(`The functions do not build: see ${shownPath(log.file)}.`);
      }
    } while (changedAt >= startedAt && !supervisor.stopping);
    building = false;
  }

  // Each folder has its own watcher: with `recursive`, Node 20 on Linux misses files that an editor replaces.
  const watchers = foldersOf(path.join(REPOSITORY, 'functions', 'src')).map((folder) =>
    watch(folder, (_event, file) => {
      if (file === null || file.endsWith('.test.ts')) return;
      changedAt = Date.now();
      if (!building) void rebuild();
    }),
  );
  supervisor.onStop(() => {
    for (const watcher of watchers) watcher.close();
  });
}

function foldersOf(root: string): string[] {
  const entries = readdirSync(root, { withFileTypes: true, recursive: true });
  const below = entries.filter((entry) => entry.isDirectory());
  return [root, ...below.map((entry) => path.join(entry.parentPath, entry.name))];
}
