/** Limits of a connection pool; times in milliseconds. */
export interface ServerLimits {
  /** Connections of this process; further work waits. */
  connections: number;
  /** Timeout of waiting for a free connection, and of opening a new one. */
  connectMs: number;
  /** `statement_timeout` of the server, which applies even if this process has crashed. */
  statementMs: number;
}

/** Limits of searches, which have 8 s in all. 20 instances use 80 connections. */
export const READING: ServerLimits = { connections: 4, connectMs: 2_500, statementMs: 5_000 };
/** Limits of the refresher, whose transactions wait for each other. */
export const WRITING: ServerLimits = { connections: 4, connectMs: 30_000, statementMs: 60_000 };
