import * as z from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

export function processEnvironment(): Environment {
  return process.env;
}

/** Empty settings count as unset. Throws one sentence that names every invalid setting, without values. */
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

/** For deployments and task queues. Never throws. */
export function functionsRegion(environment = processEnvironment()): string {
  return environment['FUNCTIONS_REGION'] || 'us-central1';
}

export function isEmulated(environment = processEnvironment()): boolean {
  return environment['FUNCTIONS_EMULATOR'] === 'true';
}

/** Whether there is a database to ask: under the emulators only where Firestore runs, too. */
export function hasDatabase(environment = processEnvironment()): boolean {
  return !isEmulated(environment) || Boolean(environment['FIRESTORE_EMULATOR_HOST']);
}

/** Host and port of the Auth emulator; undefined where accounts are real. */
export function authEmulatorHost(): string | undefined {
  return process.env['FIREBASE_AUTH_EMULATOR_HOST'];
}

/** The function that this process serves; undefined if it serves none or several. */
export function functionTarget(): string | undefined {
  return process.env['FUNCTION_TARGET'];
}
