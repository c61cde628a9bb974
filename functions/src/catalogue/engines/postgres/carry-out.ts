import { type Found, NOTHING_FOUND } from '../../schema/named-rows.ts';
import type { SqlValue as WorkValue, Statement, Work } from '../../schema/work.ts';
import { POSTGRES_ENGINE, WRITE_LOCK } from './postgres-store.ts';
import {
  inTransaction,
  type SqlServer,
  type SqlSession,
  type SqlValue,
} from './server/sql-server.ts';

export async function carryOut<T>(session: SqlSession, work: Work<T>): Promise<T> {
  let step = work.next();
  while (step.done !== true) {
    const found = step.value === null ? NOTHING_FOUND : await find(session, step.value);
    step = work.next({ engine: POSTGRES_ENGINE, found });
  }
  return step.value;
}

async function find(session: SqlSession, statement: Statement): Promise<Found> {
  const { sql, values, answers } = statement;
  if (answers || values.length > 0) return session.find(sql, values.map(bindable));
  await session.run(sql);
  return NOTHING_FOUND;
}

export function readOnServer<T>(server: SqlServer, work: () => Work<T>): Promise<T> {
  return inTransaction(server, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', (session) =>
    carryOut(session, work()),
  );
}

export function writeOnServer<T>(server: SqlServer, work: () => Work<T>): Promise<T> {
  return inTransaction(server, `BEGIN; ${WRITE_LOCK}`, (session) => carryOut(session, work()));
}

function bindable(value: WorkValue): SqlValue {
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return storable(value);
  if (value === null || typeof value === 'number') return value;
  if (isTable(value)) {
    return JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'string' ? storable(each) : each,
    );
  }
  return value.map((each) => (each === null ? null : storable(String(each))));
}

function isTable(value: readonly unknown[]): value is readonly (readonly unknown[])[] {
  return Array.isArray(value[0]);
}

/** PostgreSQL rejects NUL characters and lone surrogates. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
