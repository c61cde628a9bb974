/** Limits of a connection pool; times in milliseconds. */
export interface ServerLimits {
  /** Connections of this process; further work waits. */
  connections: number;
  /** Timeout of waiting for a free connection, and of opening a new one. */
  connectMs: number;
  /** `statement_timeout` of the server, which applies even if this process has crashed. */
  statementMs: number;
}

/** Within the 8 s of a search. 20 instances use 80 connections. */
export const READING: ServerLimits = { connections: 4, connectMs: 2_500, statementMs: 5_000 };
/** For the refresher, whose feeds wait for each other. */
export const WRITING: ServerLimits = { connections: 4, connectMs: 30_000, statementMs: 60_000 };
