import * as z from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

export function processEnvironment(): Environment {
  return process.env;
}

/**
 * Reads settings; empty ones count as unset. Throws one sentence that names every invalid setting without its
 * value.
 */
export function readSettings<T extends z.ZodType>(
  about: string,
  schema: T,
  environment: Environment,
  alsoWrong: readonly string[] = [],
): z.infer<T> {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { data, error } = schema.safeParse(set);
  if (data !== undefined && alsoWrong.length === 0) return data;
  const wrong = (error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new Error(`${about}: ${[...wrong, ...alsoWrong].join('; ')}`);
}

export function withoutSlashAtEnd(address: string): string {
  return address.replace(/\/+$/, '');
}

/** The region of the functions, for deployments and task queues. Never throws. */
export function functionsRegion(environment = processEnvironment()): string {
  return environment['FUNCTIONS_REGION'] || 'us-central1';
}

export function isEmulated(environment = processEnvironment()): boolean {
  return environment['FUNCTIONS_EMULATOR'] === 'true';
}

/** True if there is a Firestore to ask. Under the emulators it may not be running. */
export function hasDatabase(environment = processEnvironment()): boolean {
  return !isEmulated(environment) || Boolean(environment['FIRESTORE_EMULATOR_HOST']);
}

/**
 * Sets the number of libsql's threads; to be called before its first statement. By default there is one for
 * each processor, and a long statement holds its thread.
 */
export function setStatementThreads(count: number): void {
  process.env['TOKIO_WORKER_THREADS'] ??= String(count);
}

/** The function that this process serves; undefined if it serves none or several. */
export function functionTarget(): string | undefined {
  return process.env['FUNCTION_TARGET'];
}
