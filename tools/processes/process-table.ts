import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** How often those who watch are told. */
const WATCH_EVERY_MS = 1000;

export interface ProcessRecord {
  pid: number;
  parentPid: number;
  /** Tells a process from a later one that was given the same id. */
  startedAt: string;
}

/** All processes of this machine; empty where the system does not tell (Windows). */
export function readProcessTable(): ProcessRecord[] {
  if (process.platform === 'win32') return [];
  if (process.platform === 'linux') return readProcFolder();
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,lstart='], { encoding: 'utf8' });
  return listed.split('\n').flatMap((line) => {
    const [, pid, parentPid, startedAt] = /^\s*(\d+)\s+(\d+)\s+(.+?)\s*$/.exec(line) ?? [];
    if (pid === undefined || parentPid === undefined || startedAt === undefined) return [];
    return [{ pid: Number(pid), parentPid: Number(parentPid), startedAt }];
  });
}

const watchers = new Set<(table: readonly ProcessRecord[]) => void>();
let watch: NodeJS.Timeout | undefined;

/**
 * Tells `onTable` all processes once a second, until the function that it returns is called. The table is
 * read once for all who watch: it takes milliseconds, and `npm test` watches half a dozen programs.
 */
export function watchProcessTable(onTable: (table: readonly ProcessRecord[]) => void): () => void {
  watchers.add(onTable);
  watch ??= setInterval(() => {
    const table = readProcessTable();
    for (const tell of watchers) tell(table);
  }, WATCH_EVERY_MS);
  return () => {
    watchers.delete(onTable);
    if (watchers.size > 0) return;
    clearInterval(watch);
    watch = undefined;
  };
}

/** The id of a process's parent as it is now, or null where the process is gone. */
export function parentOf(pid: number): number | null {
  try {
    if (process.platform === 'linux') {
      return parseProcStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.parentPid ?? null;
    }
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
  } catch {
    return null;
  }
}

/** `ps` is missing on many small Linux images; /proc never is. */
function readProcFolder(): ProcessRecord[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const record = parseProcStat(readFileSync(`/proc/${name}/stat`, 'utf8'));
        return record ? [record] : [];
      } catch {
        return []; // It ended meanwhile.
      }
    });
}

/** One line of /proc/<pid>/stat (proc(5)); null for one that has ended and only waits to be reaped. */
export function parseProcStat(stat: string): ProcessRecord | null {
  // The name stands in parentheses and may itself hold blanks and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parentPid] = fields;
  const startedAt = fields[19];
  if (state === undefined || 'ZX'.includes(state) || startedAt === undefined) return null;
  return { pid: Number.parseInt(stat, 10), parentPid: Number(parentPid), startedAt };
}

/** The process's children, their children and so on, without itself. */
export function descendantsOf(pid: number, table: readonly ProcessRecord[]): ProcessRecord[] {
  const children = table.filter((record) => record.parentPid === pid && record.pid !== pid);
  return children.flatMap((child) => [child, ...descendantsOf(child.pid, table)]);
}

/** Those of `records` that are still running. */
export function stillRunning(
  records: readonly ProcessRecord[],
  table: readonly ProcessRecord[],
): ProcessRecord[] {
  return records.filter(({ pid, startedAt }) =>
    table.some((running) => running.pid === pid && running.startedAt === startedAt),
  );
}
