import * as z from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting from the environment; an empty one counts as not set. */
export function setting<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema);
}

/** An address to which paths can be appended. */
export function withoutSlashAtEnd(address: string): string {
  return address.replace(/\/+$/, '');
}

/** Names everything that is wrong, and shows no value. */
export function sentenceOf(what: string, error: z.ZodError | undefined, more: string[] = []) {
  const wrong = (error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`);
  return `${what}: ${[...wrong, ...more].join('; ')}`;
}
