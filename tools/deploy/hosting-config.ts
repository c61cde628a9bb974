import * as z from 'zod';
import { REGION } from '../../functions/src/platform/runtime-options.ts';

const ruleSchema = z.looseObject({
  source: z.string(),
  headers: z.array(z.object({ key: z.string(), value: z.string() })),
});

const configSchema = z.looseObject({
  hosting: z.looseObject({ headers: z.array(ruleSchema) }),
});

type Rule = z.infer<typeof ruleSchema>;

interface Deployment {
  project: string;
  /** Names of the files in the built site's folder `assets`. */
  assets: readonly string[];
  /** Whether browsers are to use https for the subdomains of the site's domain too. */
  includeSubDomains: boolean;
}

/** The rule of firebase.json for files whose names change with their contents. */
const ASSETS = '/assets/';
/** Callables of any project: which one it is, only a deployment knows. */
const ANY_CALLABLES = 'https://*.cloudfunctions.net';

/**
 * firebase.json as one deployment publishes it: only assets that exist are kept for a year, because
 * Hosting sends a rule's headers with its "not found" as well; pages may call this project's functions
 * alone; and `Strict-Transport-Security` covers subdomains where that was asked for.
 */
export function hostingConfig(firebaseJson: unknown, deployment: Deployment) {
  const { hosting, ...rest } = configSchema.parse(firebaseJson);
  const headers = hosting.headers
    .flatMap((rule) => (rule.source.startsWith(ASSETS) ? exactRules(rule, deployment) : [rule]))
    .map((rule) => ({
      ...rule,
      headers: rule.headers.map((header) => adapted(header, deployment)),
    }));
  return { ...rest, hosting: { ...hosting, headers } };
}

function exactRules(rule: Rule, { assets }: Deployment): Rule[] {
  return assets.map((name) => ({ ...rule, source: `${ASSETS}${name}` }));
}

function adapted(header: Rule['headers'][number], deployment: Deployment) {
  const { key, value } = header;
  if (key === 'Content-Security-Policy') {
    const callables = `https://${REGION}-${deployment.project}.cloudfunctions.net`;
    return { key, value: value.replaceAll(ANY_CALLABLES, callables) };
  }
  if (key === 'Strict-Transport-Security' && deployment.includeSubDomains) {
    return { key, value: `${value}; includeSubDomains` };
  }
  return header;
}
