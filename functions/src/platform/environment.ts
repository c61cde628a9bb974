import * as z from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

export function processEnvironment(): Environment {
  return process.env;
}

/** Treats empty settings as unset. Throws one error that names every invalid setting without its value. */
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

/** Used at deployment and for task queues. Never throws. */
export function functionsRegion(environment = processEnvironment()): string {
  return environment['FUNCTIONS_REGION'] || 'us-central1';
}

export function isEmulated(environment = processEnvironment()): boolean {
  return environment['FUNCTIONS_EMULATOR'] === 'true';
}

/** False under emulators that run without Firestore. */
export function hasDatabase(environment = processEnvironment()): boolean {
  return !isEmulated(environment) || isFirestoreEmulated(environment);
}

export function isFirestoreEmulated(environment = processEnvironment()): boolean {
  return Boolean(environment['FIRESTORE_EMULATOR_HOST']);
}

/** Call before libsql's first statement. Long statements block its threads, by default one per processor. */
export function setStatementThreads(count: number): void {
  process.env['TOKIO_WORKER_THREADS'] ??= String(count);
}

/** Undefined if the process serves no function, or more than one. */
export function functionTarget(): string | undefined {
  return process.env['FUNCTION_TARGET'];
}
