import { PGlite } from '@electric-sql/pglite';
import type { SqlServer } from '../engines/postgres/server/sql-server.ts';

const INT8 = 20;

let started: PGlite | undefined;
let schemas = 0;

/**
 * Each worker has one instance, which starts in 1 s, and each call has its own schema. Sessions are serialized,
 * because there is a single connection.
 */
export async function pgliteServer(): Promise<SqlServer> {
  started ??= await PGlite.create();
  const database = started;
  const schema = `test_${(schemas += 1)}`;
  await database.exec(`CREATE SCHEMA ${schema}`);
  return {
    session: (work, signal) =>
      inTurn(async () => {
        signal?.throwIfAborted();
        await database.exec(`SET search_path = ${schema}`);
        return work({
          async run(statements) {
            await database.exec(statements);
          },
          async find(statement, values = []) {
            const parsers = { [INT8]: Number };
            const options = { rowMode: 'array', parsers } as const;
            const { rows, fields } = await database.query<unknown[]>(
              statement,
              [...values],
              options,
            );
            return { columns: fields.map(({ name }) => name), rows };
          },
        });
      }),
    close: () => Promise.resolve(),
  };
}

let last: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work);
  last = next.catch(() => undefined);
  return next;
}
