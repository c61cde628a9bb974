import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** Returns the folder of the newest PostgreSQL's programs, as installed by Debian or Homebrew. */
function findPrograms(): string | null {
  const folders = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name, 'bin')))
    .filter((folder) => existsSync(path.join(folder, 'initdb')));
  return (
    folders.sort((left, right) => right.localeCompare(left, 'en', { numeric: true }))[0] ?? null
  );
}

const programs = findPrograms();

export const HAS_POSTGRES = programs !== null;

export interface PostgresProcess {
  folder: string;
  url: (database?: string, parameters?: Record<string, string>) => string;
  /** Stops immediately, as in a power failure; keeps the files. */
  kill: () => Promise<void>;
  /** Notifies clients and stops; keeps the files. */
  shutDown: () => Promise<void>;
  /** Stops and deletes the files. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

/** Returns the user that Debian's package creates if this process is root, because PostgreSQL does not run as root. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await once(probe.listen(0, '127.0.0.1'), 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Stops the server and deletes its folder when the parent process ends, even by a crash. */
const KEEPER = `
folder=$1; shift
"$@" & server=$!
read -r word
case "$word" in shut-down) signal=INT ;; *) signal=QUIT ;; esac
kill -$signal $server 2>/dev/null; wait $server 2>/dev/null
case "$word" in keep | shut-down) ;; *) rm -rf "$folder" ;; esac`;

/**
 * Starts a server on a free local port. The server stops with this process.
 * @param folder Folder for its files, deleted at the end; default: a temporary one.
 * @param settings Settings of `postgresql.conf`, in addition to those for fast tests.
 */
export async function startPostgres(
  settings: Record<string, string> = {},
  folder = mkdtempSync(path.join(tmpdir(), 'earshot-pg-')),
): Promise<PostgresProcess> {
  if (programs === null) throw new Error('PostgreSQL is not installed here');
  const user = unprivileged();
  chmodSync(folder, 0o700);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const initdb = [
    '-D',
    data,
    '-U',
    'earshot',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  ];
  execFileSync(path.join(programs, 'initdb'), initdb, { ...user, cwd: folder, stdio: 'ignore' });
  const port = await freePort();
  const all = { fsync: 'off', shared_buffers: '64MB', listen_addresses: '127.0.0.1', ...settings };
  const flags = Object.entries({ ...all, port: String(port), unix_socket_directories: folder });
  const server = [
    path.join(programs, 'postgres'),
    '-D',
    data,
    ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const url = (database = 'postgres', parameters: Record<string, string> = {}) => {
    const query = new URLSearchParams(parameters).toString().replaceAll('+', '%20');
    return `postgres://earshot@127.0.0.1:${port}/${database}${query === '' ? '' : `?${query}`}`;
  };

  let keeper = start();
  function start() {
    const args = ['-c', KEEPER, 'sh', folder, ...server];
    const child = spawn('sh', args, { ...user, cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] });
    child.unref();
    (child.stdin as unknown as { unref: () => void }).unref();
    return child;
  }
  async function untilItAnswers() {
    const ready = path.join(programs ?? '', 'pg_isready');
    for (let attempt = 0; attempt < 200; attempt += 1) {
      try {
        execFileSync(ready, ['-q', '-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
        return;
      } catch {
        await pause(50);
      }
    }
    throw new Error('PostgreSQL did not start');
  }

  async function end(word: 'keep' | 'shut-down' | 'remove') {
    // Node must not end before the server.
    keeper.ref();
    keeper.stdin.end(`${word}\n`);
    await once(keeper, 'exit');
  }

  await untilItAnswers();
  return {
    folder,
    url,
    kill: () => end('keep'),
    shutDown: () => end('shut-down'),
    stop: () => end('remove'),
    async start() {
      keeper = start();
      await untilItAnswers();
    },
  };
}

export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Number of connections with a running statement or an open transaction. */
export async function busyBackends(watcher: pg.Client, url: string): Promise<number> {
  const { rows } = await watcher.query<{ busy: number }>(
    `SELECT count(*)::int AS busy FROM pg_stat_activity
     WHERE datname = $1 AND application_name = 'earshot' AND state <> 'idle'`,
    [new URL(url).pathname.slice(1)],
  );
  return rows[0]?.busy ?? 0;
}

let shared: Promise<PostgresProcess> | undefined;
let schemas = 0;

/** Creates an empty schema; returns its URL. All tests of a worker share the server. */
export async function postgresUrl(): Promise<string> {
  const { url } = await (shared ??= startPostgres());
  const client = await connectTo(url());
  const schema = `test_${(schemas += 1)}`;
  await client.query(`CREATE SCHEMA ${schema}`);
  await client.end();
  return url('postgres', { options: `-c search_path=${schema}` });
}
