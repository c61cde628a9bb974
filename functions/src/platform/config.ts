import path from 'node:path';
import * as z from 'zod';

const emptyIsUnset = (value: unknown) => (value === '' ? undefined : value);

function setting<T extends z.ZodType>(schema: T) {
  return z.preprocess(emptyIsUnset, schema);
}

const environmentSchema = z.object({
  CATALOGUE_URL: setting(
    z
      .string('must be set, for example file:/var/lib/earshot/catalogue.db')
      .regex(/^file:/, 'must begin with file:'),
  ),
  FEEDS: setting(z.string().default(path.join(import.meta.dirname, '..', 'feeds.opml'))),
  SEARCH_REQUESTS_PER_MINUTE: setting(z.coerce.number().int().min(1).default(30)),
  CORS_ORIGINS: setting(
    z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((origin) => origin.trim())
          .filter(Boolean),
      )
      .pipe(z.array(z.url('must be a list of origins separated by commas'))),
  ),
  FUNCTIONS_EMULATOR: setting(z.stringbool().default(false)),
});

/** The settings an operator may give the functions, by name. */
export const SETTING_NAMES = Object.keys(environmentSchema.shape).filter(
  (name) => name !== 'FUNCTIONS_EMULATOR',
);

export interface Config {
  /** Where the catalogue lives; `file:` and a path. */
  catalogueUrl: string;
  /** The feeds to follow: an OPML list or one feed, as a path or an http(s) address. */
  feeds: string;
  /** Searches one caller may make within a minute. */
  searchRequestsPerMinute: number;
  /** Origins besides the site's own that may call the API from a browser. */
  corsOrigins: string[];
  /** True under the local emulators, where feeds may come from this machine. */
  emulated: boolean;
}

/** Reads the settings from the environment; throws one sentence that names every wrong one. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new Error(`Configuration: ${wrong.join('; ')}`);
  }
  return {
    catalogueUrl: parsed.data.CATALOGUE_URL,
    feeds: parsed.data.FEEDS,
    searchRequestsPerMinute: parsed.data.SEARCH_REQUESTS_PER_MINUTE,
    corsOrigins: parsed.data.CORS_ORIGINS,
    emulated: parsed.data.FUNCTIONS_EMULATOR,
  };
}

let current: Config | undefined;

/** This process's settings, read once. */
export function config(): Config {
  current ??= readConfig(process.env);
  return current;
}
