import * as z from 'zod';

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
  /** Where the functions run. */
  region: string;
  /** Whether it is looked at before it is published: it must change nobody's data and send no mail. */
  isPreview: boolean;
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
 * alone; `Strict-Transport-Security` covers subdomains where that was asked for; and functions are
 * looked for in the region they are deployed to.
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
  // What it is made of, but for the functions themselves, has been made already.
  const predeploy = functions.predeploy.filter((command) => !command.includes('--prepare'));
  return {
    ...rest,
    functions: { ...functions, predeploy },
    hosting: { ...hosting, headers, rewrites },
  };
}

/** The functions that change what belongs to people, or whom mail goes to. */
const CHANGING = ['unsubscribe', 'mailEvents'];

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

function adapted(header: Rule['headers'][number], deployment: Deployment) {
  const { key, value } = header;
  if (key === 'Content-Security-Policy') {
    const callables = `https://${deployment.region}-${deployment.project}.cloudfunctions.net`;
    return { key, value: value.replaceAll(ANY_CALLABLES, callables) };
  }
  if (key === 'Strict-Transport-Security' && deployment.includeSubDomains) {
    return { key, value: `${value}; includeSubDomains` };
  }
  return header;
}
