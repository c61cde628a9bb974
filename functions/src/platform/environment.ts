import * as z from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What this process was started with. */
export function processEnvironment(): Environment {
  return process.env;
}

/** Reads settings; an empty one counts as not set. Throws one sentence that names every wrong one, and shows no value. */
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

/** An address to which paths can be appended. */
export function withoutSlashAtEnd(address: string): string {
  return address.replace(/\/+$/, '');
}

/** Where the functions run, for deploying and for their queues. Never fails. */
export function functionsRegion(environment = processEnvironment()): string {
  return environment['FUNCTIONS_REGION'] || 'us-central1';
}

/** Whether this process runs under the emulators, where every secret is an ordinary setting. */
export function isEmulated(environment = processEnvironment()): boolean {
  return environment['FUNCTIONS_EMULATOR'] === 'true';
}

/**
 * The function that this process serves, as its host names it; undefined where it serves none or
 * several.
 */
export function functionTarget(): string | undefined {
  return process.env['FUNCTION_TARGET'];
}
