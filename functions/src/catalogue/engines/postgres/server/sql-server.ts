import type * as z from 'zod';
import { type Found, namedRows } from '../../../schema/named-rows.ts';

export type SqlValue = string | number | Uint8Array | null | readonly (string | null)[];

export interface SqlSession {
  /** Runs statements without parameters, separated by semicolons. */
  run(statements: string): Promise<void>;
  /** Runs a single statement; returns integers as numbers. */
  find(statement: string, values?: readonly SqlValue[]): Promise<Found>;
}

export interface SqlServer {
  /**
   * Runs `work` on a connection. A failure discards the connection.
   * @param signal On abort, cancels the statement on the server and rejects with 'upstream-timeout'.
   */
  session<T>(work: (session: SqlSession) => Promise<T>, signal?: AbortSignal): Promise<T>;
  close(): Promise<void>;
}

export function inTransaction<T>(
  server: SqlServer,
  begin: string,
  work: (session: SqlSession) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return server.session(async (session) => {
    try {
      await session.run(begin);
      const result = await work(session);
      await session.run('COMMIT');
      return result;
    } catch (error) {
      // ROLLBACK fails if the connection is lost; the server then rolls back.
      await session.run('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }, signal);
}

export async function rowsOf<Row>(
  session: SqlSession,
  schema: z.ZodType<Row>,
  statement: string,
  values?: readonly SqlValue[],
): Promise<Row[]> {
  return namedRows(schema, await session.find(statement, values));
}
