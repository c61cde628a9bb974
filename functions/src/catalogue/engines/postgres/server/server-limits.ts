/** Times in milliseconds. */
export interface ServerLimits {
  /** Max connections of the pool; further sessions wait. */
  connections: number;
  /** Max wait for a free or a new connection. */
  connectMs: number;
  /** The server's `statement_timeout`, which applies even if this process has crashed. */
  statementMs: number;
}

/** Limits of searches: a request has 8 s in total, and 20 instances use 80 connections. */
export const READING: ServerLimits = { connections: 4, connectMs: 2_500, statementMs: 5_000 };
/** Limits of writers, whose transactions wait for each other. */
export const WRITING: ServerLimits = { connections: 4, connectMs: 30_000, statementMs: 60_000 };
