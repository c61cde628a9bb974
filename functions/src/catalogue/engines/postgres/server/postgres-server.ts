import type pg from 'pg';
import { AppError } from '../../../../platform/app-error.ts';
import { log } from '../../../../platform/log.ts';
import { sendCancelRequest } from './cancel-request.ts';
import { postgresFailure } from './postgres-failure.ts';
import type { ServerLimits } from './server-limits.ts';
import type { SqlServer, SqlSession } from './sql-server.ts';

/** Idle connections are closed before Cloud Run throttles the CPU, because they would then break unnoticed. */
const IDLE_MS = 30_000;
/** How much longer than `statement_timeout` the client waits before it gives up on a silent server. */
const SILENCE_MS = 2_000;

const BYTEA = 17;
const INT8 = 20;
const INT4 = 23;

/** Parses integers as numbers (all are below 2^53), bytea as buffers, and everything else as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number) {
    if (oid === BYTEA) return (written: string) => Buffer.from(written.slice(2), 'hex');
    return oid === INT8 || oid === INT4 ? Number : String;
  },
};

/**
 * Opens a connection pool. Sessions throw 'upstream-timeout' for a slow statement, and 'upstream-unavailable' for an
 * unreachable server or an exhausted pool.
 * @param address URL from `postgresAddress`.
 */
export function openPostgresServer(address: string, limits: ServerLimits): SqlServer {
  let pool: Promise<pg.Pool> | undefined;
  let closed: Promise<void> | undefined;

  async function connect(): Promise<pg.PoolClient> {
    return (await (pool ??= openPool(address, limits))).connect();
  }

  return {
    async session(work, signal) {
      let client: pg.PoolClient | undefined;
      const release = (isBroken: boolean) => {
        client?.release(isBroken);
        client = undefined;
      };
      const end = () => {
        const ended = client;
        client = undefined;
        if (ended !== undefined) void cancel(ended, address).finally(() => ended.release(true));
      };
      signal?.addEventListener('abort', end, { once: true });
      try {
        signal?.throwIfAborted();
        client = await connect();
        signal?.throwIfAborted();
        const result = await work(sessionOf(client, signal));
        release(false);
        return result;
      } catch (error) {
        // An `AppError` comes from this process, so the connection is intact.
        release(!(error instanceof AppError));
        if (signal?.aborted !== true) throw postgresFailure(error);
        throw new AppError('upstream-timeout', 'The search took too long, or nobody waits for it');
      } finally {
        signal?.removeEventListener('abort', end);
      }
    },
    close: () => (closed ??= Promise.resolve(pool).then((opened) => opened?.end())),
  };
}

async function cancel(client: pg.Client, address: string): Promise<void> {
  const { default: driver } = await import('pg');
  await sendCancelRequest(client, new driver.Client({ connectionString: address }));
}

async function openPool(address: string, limits: ServerLimits): Promise<pg.Pool> {
  // Imported on demand, because most catalogues are files.
  const { default: driver } = await import('pg');
  const pool = new driver.Pool({
    connectionString: address,
    application_name: 'earshot',
    types,
    max: limits.connections,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    query_timeout: limits.statementMs + SILENCE_MS,
    // Makes the server release the locks of a crashed process.
    idle_in_transaction_session_timeout: limits.statementMs,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  // Without a listener, the error of a lost connection would end the process. The pool replaces the connection.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => log('warn', 'catalogue-connection-lost', { reason: error.message }));
  return pool;
}

function sessionOf(client: pg.PoolClient, signal: AbortSignal | undefined): SqlSession {
  return {
    async run(statements) {
      await client.query(statements);
    },
    async find(statement, values = []) {
      signal?.throwIfAborted();
      const { rows, fields } = await client.query<unknown[]>({
        text: statement,
        values: [...values],
        rowMode: 'array',
      });
      return { columns: fields.map(({ name }) => name), rows };
    },
  };
}
