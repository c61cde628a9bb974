import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const WATCH_EVERY_MS = 1000;

export interface ProcessRecord {
  pid: number;
  parentPid: number;
  /** Distinguishes processes that reuse a PID. */
  startedAt: string;
}

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
 * Calls `onTable` with all processes once a second; returns a function that ends this. All callers share one
 * poll, which takes milliseconds.
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

/** Reads /proc, which all Linux systems have; many small images lack `ps`. */
function readProcFolder(): ProcessRecord[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const record = parseProcStat(readFileSync(`/proc/${name}/stat`, 'utf8'));
        return record ? [record] : [];
      } catch {
        return []; // The process has ended meanwhile.
      }
    });
}

/** Parses /proc/<pid>/stat (proc(5)); null for a zombie. */
export function parseProcStat(stat: string): ProcessRecord | null {
  // The process name is in parentheses and may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parentPid] = fields;
  const startedAt = fields[19];
  if (state === undefined || 'ZX'.includes(state) || startedAt === undefined) return null;
  return { pid: Number.parseInt(stat, 10), parentPid: Number(parentPid), startedAt };
}

export function descendantsOf(pid: number, table: readonly ProcessRecord[]): ProcessRecord[] {
  const children = table.filter((record) => record.parentPid === pid && record.pid !== pid);
  return children.flatMap((child) => [child, ...descendantsOf(child.pid, table)]);
}

export function stillRunning(
  records: readonly ProcessRecord[],
  table: readonly ProcessRecord[],
): ProcessRecord[] {
  return records.filter(({ pid, startedAt }) =>
    table.some((running) => running.pid === pid && running.startedAt === startedAt),
  );
}
