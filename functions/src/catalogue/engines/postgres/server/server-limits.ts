/** What a connection may take. Milliseconds. */
export interface ServerLimits {
  /** Connections of this process; what finds none free waits. */
  connections: number;
  /** How long for a free connection, and how long for the server to take a new one. */
  connectMs: number;
  /** How long for a statement; the server ends it then, also where this process is gone. */
  statementMs: number;
}

/** For who waits for an answer: within the 8 s of a search. 20 instances have 80 connections. */
export const READING: ServerLimits = { connections: 4, connectMs: 2_500, statementMs: 5_000 };
/** For the refresher: its feeds wait for each other. */
export const WRITING: ServerLimits = { connections: 4, connectMs: 30_000, statementMs: 60_000 };
