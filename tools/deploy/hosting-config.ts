import * as z from 'zod';
import { ExpectedFailure } from '../processes/expected-failure.ts';

const ruleSchema = z.looseObject({
  source: z.string(),
  headers: z.array(z.object({ key: z.string(), value: z.string() })),
});

const rewriteSchema = z.looseObject({
  source: z.string(),
  function: z.looseObject({ functionId: z.string() }).optional(),
});

const configSchema = z.looseObject({
  hosting: z.looseObject({ headers: z.array(ruleSchema), rewrites: z.array(rewriteSchema) }),
  functions: z.looseObject({ predeploy: z.array(z.string()) }),
});

type Rule = z.infer<typeof ruleSchema>;

type Rewrite = z.infer<typeof rewriteSchema>;

interface Deployment {
  project: string;
  region: string;
  isPreview: boolean;
  assets: readonly string[];
  includeSubDomains: boolean;
}

/** URL path of files whose names contain a hash of their contents. */
const ASSETS = '/assets/';
/** Matches the origin of callable functions in firebase.json's CSP, where the project is that of `.firebaserc`. */
const CALLABLES = /https:\/\/[\w-]+\.cloudfunctions\.net/g;

/**
 * Returns firebase.json as it is deployed. Caching rules name each existing asset, because Hosting also sends a rule's
 * headers with 404 responses.
 */
export function hostingConfig(firebaseJson: unknown, deployment: Deployment) {
  const { hosting, functions, ...rest } = configSchema.parse(firebaseJson);
  const headers = hosting.headers
    .flatMap((rule) => (rule.source.startsWith(ASSETS) ? exactRules(rule, deployment) : [rule]))
    .map((rule) => ({
      ...rule,
      headers: rule.headers.map((header) => adapted(header, deployment)),
    }));
  const rewrites = hosting.rewrites
    .filter((rewrite) => !deployment.isPreview || !changesData(rewrite))
    .map((rewrite) => inRegion(rewrite, deployment.region));
  // Drops the command that builds the site, because the site is built already.
  const predeploy = functions.predeploy.filter((command) => !command.includes('--prepare'));
  return {
    ...rest,
    functions: { ...functions, predeploy },
    hosting: { ...hosting, headers, rewrites },
  };
}

/** Functions that a preview must not call: they change people's data, suppressed addresses or the catalogue. */
const CHANGING = ['api', 'unsubscribe', 'mailEvents'];

function changesData({ function: called }: Rewrite): boolean {
  return called !== undefined && CHANGING.includes(called.functionId);
}

function inRegion(rewrite: Rewrite, region: string): Rewrite {
  const { function: called } = rewrite;
  return called === undefined ? rewrite : { ...rewrite, function: { ...called, region } };
}

function exactRules(rule: Rule, { assets }: Deployment): Rule[] {
  return assets.map((name) => ({ ...rule, source: `${ASSETS}${name}` }));
}

function callablesOf({ region, project }: Pick<Deployment, 'region' | 'project'>): string {
  return `https://${region}-${project}.cloudfunctions.net`;
}

/** Throws if firebase.json itself does not allow pages to call the project's functions. */
export function requireOwnCallables(
  firebaseJson: unknown,
  deployment: Pick<Deployment, 'region' | 'project'>,
): void {
  const own = callablesOf(deployment);
  if (JSON.stringify(firebaseJson).includes(own)) return;
  throw new ExpectedFailure(
    `Pages could not call the functions: write ${own} into connect-src in firebase.json, or use npm run deploy.`,
  );
}

function adapted(header: Rule['headers'][number], deployment: Deployment) {
  const { key, value } = header;
  if (key === 'Content-Security-Policy') {
    return { key, value: value.replaceAll(CALLABLES, callablesOf(deployment)) };
  }
  if (key === 'Strict-Transport-Security' && deployment.includeSubDomains) {
    return { key, value: `${value}; includeSubDomains` };
  }
  return header;
}
