import { createRequire } from 'node:module';
import { ExpectedFailure } from '../processes/expected-failure.ts';
import { REPOSITORY } from '../processes/repository.ts';

export interface Answer {
  status: number;
  body: unknown;
}

export interface GoogleApi {
  /** The calling account in IAM's notation (`user:…`, `serviceAccount:…`), null if unknown. */
  member: string | null;
  /** Resolves for every HTTP status. Rejects if the API cannot be reached. */
  ask: (api: ApiName, method: string, path: string, body?: object) => Promise<Answer>;
  /** GETs a public page without credentials and without following a redirect. */
  visit: (url: string) => Promise<Page>;
}

export interface Page {
  status: number;
  /** Target of a redirect, otherwise ''. */
  location: string;
  text: string;
}

const VISIT_TIMEOUT_MS = 10_000;

/** Internal modules of firebase-tools, which may change in any version. */
interface Tools {
  Client: new (options: { urlPrefix: string }) => { request(options: object): Promise<Answer> };
  requireAuth(options: object): Promise<string | null>;
  selectAccount(account: undefined, folder: string): { user: { email: string } } | undefined;
  setActiveAccount(options: object, account: object): void;
  origins: Record<string, () => string>;
}

const ORIGIN_NAMES = {
  artifactregistry: 'artifactRegistryDomain',
  billing: 'cloudbillingOrigin',
  firestore: 'firestoreOrigin',
  functions: 'functionsV2Origin',
  hosting: 'hostingApiOrigin',
  identity: 'identityOrigin',
  logging: 'cloudloggingOrigin',
  monitoring: 'cloudMonitoringOrigin',
  projects: 'resourceManagerOrigin',
  secrets: 'secretManagerOrigin',
  services: 'serviceUsageOrigin',
  storage: 'storageOrigin',
  firebasestorage: 'firebaseStorageOrigin',
} as const;

type ApiName = keyof typeof ORIGIN_NAMES;

function loadTools(): Tools {
  const require = createRequire(import.meta.url);
  const part = (name: string) => require(`firebase-tools/lib/${name}.js`) as Partial<Tools>;
  return {
    ...part('apiv2'),
    ...part('requireAuth'),
    ...part('auth'),
    origins: part('api') as unknown as Tools['origins'],
  } as Tools;
}

/** Uses the account of `firebase login`, or application default credentials. Throws without either. */
export async function signIn(project: string): Promise<GoogleApi> {
  const tools = loadTools();
  const options = { project, nonInteractive: true };
  const account = tools.selectAccount(undefined, REPOSITORY);
  if (account) tools.setActiveAccount(options, account);
  let email: string | null;
  try {
    email = await tools.requireAuth(options);
  } catch (cause) {
    throw new ExpectedFailure('Nobody is signed in: run `npx firebase login`.', { cause });
  }
  return {
    member: memberOf(email ?? account?.user.email ?? null),
    async ask(api, method, path, body) {
      const urlPrefix = tools.origins[ORIGIN_NAMES[api]]?.() ?? '';
      const client = new tools.Client({ urlPrefix });
      const request = { method, path, resolveOnHTTPError: true, ...(body && { body }) };
      const { status, body: answered } = await client.request(request);
      return { status, body: answered };
    },
    async visit(url) {
      const signal = AbortSignal.timeout(VISIT_TIMEOUT_MS);
      const page = await fetch(url, { redirect: 'manual', signal });
      const location = page.headers.get('location') ?? '';
      return { status: page.status, location, text: await page.text() };
    },
  };
}

function memberOf(email: string | null): string | null {
  if (email === null) return null;
  return email.endsWith('.gserviceaccount.com') ? `serviceAccount:${email}` : `user:${email}`;
}
