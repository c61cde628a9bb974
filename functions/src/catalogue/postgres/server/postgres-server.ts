import type pg from 'pg';
import { log } from '../../../platform/log.ts';
import { postgresFailure } from './postgres-failure.ts';
import type { SqlServer, SqlSession } from './sql-server.ts';

/** What a connection may take. Milliseconds. */
export interface ServerLimits {
  /** Connections of this process; what finds none free waits. */
  connections: number;
  /** How long for a free connection, and how long for the server to take a new one. */
  connectMs: number;
  /** How long for a statement; the server ends it then. */
  statementMs: number;
}

/** For who waits for an answer: within the 8 s of a search. 20 instances have 80 connections. */
export const READING: ServerLimits = { connections: 4, connectMs: 2_500, statementMs: 5_000 };
/** For the refresher: its feeds wait for each other. */
export const WRITING: ServerLimits = { connections: 4, connectMs: 30_000, statementMs: 60_000 };

/** Idle connections go before Cloud Run takes the processor away and the server misses them. */
const IDLE_MS = 30_000;
/** Longer than the server takes to end a statement: only one that does not answer at all needs it. */
const SILENCE_MS = 2_000;

const INT4 = 23;
const INT8 = 20;

/** Every whole number here is below 2^53; all else is read as it is written. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number) => (oid === INT8 || oid === INT4 ? Number : String),
};

/**
 * The server at an address as `postgresAddress` makes it. Connects when it is used; connections that
 * fail are replaced. Every failure is an `AppError`: 'upstream-timeout' for a statement that took too
 * long, 'upstream-unavailable' for a server that is not to be had or has no connection left.
 */
export function openPostgresServer(address: string, limits: ServerLimits): SqlServer {
  let pool: Promise<pg.Pool> | undefined;
  let closed: Promise<void> | undefined;

  return {
    async session(work) {
      let client: pg.PoolClient | undefined;
      try {
        client = await (await (pool ??= openPool(address, limits))).connect();
        const result = await work(sessionOf(client));
        client.release();
        return result;
      } catch (error) {
        client?.release(true);
        throw postgresFailure(error);
      }
    },
    close: () => (closed ??= Promise.resolve(pool).then((opened) => opened?.end())),
  };
}

async function openPool(address: string, limits: ServerLimits): Promise<pg.Pool> {
  // Loaded where it is used: most catalogues are files.
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
    // Whoever dies in the middle of a transaction must not keep others waiting.
    idle_in_transaction_session_timeout: limits.statementMs,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  // A lost connection is replaced by the next use; unheard, its error would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => log('warn', 'catalogue-connection-lost', { reason: error.message }));
  return pool;
}

function sessionOf(client: pg.PoolClient): SqlSession {
  return {
    async run(statements) {
      await client.query(statements);
    },
    async rows(statement, values = []) {
      const { rows } = await client.query<unknown[]>({
        text: statement,
        values: [...values],
        rowMode: 'array',
      });
      return rows;
    },
  };
}
