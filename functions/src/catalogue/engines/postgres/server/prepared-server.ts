import { AppError } from '../../../../platform/app-error.ts';
import { ensurePostgresSchema, isCurrent } from '../postgres-schema.ts';
import { postgresFailure } from './postgres-failure.ts';
import type { SqlServer } from './sql-server.ts';

/** Migrates the schema before the first use. After a failure, the next use retries. */
export function preparedServer(server: SqlServer, shownAddress: string): SqlServer {
  return withSchema(server, shownAddress, () => ensurePostgresSchema(server));
}

/** The replica is unavailable until it has the current schema. */
export function preparedReplica(server: SqlServer, shownAddress: string): SqlServer {
  return withSchema(server, shownAddress, async () => {
    if (await isCurrent(server)) return;
    throw new AppError('upstream-unavailable', `${shownAddress} has no catalogue yet`, {
      retryAfterMs: 2_000,
    });
  });
}

function withSchema(
  server: SqlServer,
  shownAddress: string,
  prepare: () => Promise<void>,
): SqlServer {
  let prepared: Promise<void> | undefined;

  async function ready(): Promise<void> {
    try {
      await (prepared ??= prepare());
    } catch (error) {
      prepared = undefined;
      const failure = postgresFailure(error);
      if (failure.code !== 'internal') throw failure;
      const reason = error instanceof Error ? error.message : '';
      throw new AppError('internal', `The catalogue ${shownAddress} ${reason}`, { cause: error });
    }
  }

  return {
    async session(work, signal) {
      await ready();
      return server.session(work, signal);
    },
    close: () => server.close(),
  };
}
