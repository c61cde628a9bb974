import { APP_SCOPES, type AppScope } from '../contract/index.ts';
import { type AppClient, mayRedirect } from './app-client.ts';

/** What an app asked for on the page `/authorize`. */
export interface AppRequest {
  client: AppClient;
  redirectUri: string;
  /** Base64url of the SHA-256 of the app's verifier. */
  challenge: string;
  scopes: readonly AppScope[];
  /** The address with which the person returns to the app. */
  answer: (given: Record<string, string>) => string;
}

export type ReadRequest =
  | { kind: 'valid'; request: AppRequest }
  | {
      kind: 'refused';
      /** A sentence for the person. */
      message: string;
      /** Set if the request names an address of the app: it tells the app what was wrong. */
      back?: string;
    };

interface Site {
  /** Without a slash at the end. */
  siteUrl: string;
  findClient: (id: string) => Promise<AppClient | null>;
}

/** The only resource for which tokens are issued. */
export function resourceOf(siteUrl: string): string {
  return `${siteUrl}/mcp`;
}

/** True if the request names no resource, or {@link resourceOf} (RFC 8707). */
export function isOwnResource(named: string | null, siteUrl: string): boolean {
  return named === null || named.replace(/\/$/, '') === resourceOf(siteUrl);
}

/**
 * Reads the query of `/authorize` (OAuth 2.1, PKCE with S256 only). Nothing is sent to an address that the app has not
 * registered.
 */
export async function readAppRequest(
  query: string,
  { siteUrl, findClient }: Site,
): Promise<ReadRequest> {
  const given = new URLSearchParams(query);
  const one = (name: string) => {
    const [value = null, ...others] = given.getAll(name);
    return others.length === 0 ? value : null;
  };
  const repeated = [...new Set(given.keys())].find((name) => given.getAll(name).length > 1);
  if (repeated !== undefined) return refused(`The app repeats “${repeated.slice(0, 40)}”.`);

  const client = await findClient(one('client_id') ?? '');
  if (client === null) return refused('Earshot cannot find out which app this is.');
  const [only = '', ...others] = client.redirectUris;
  const redirectUri = one('redirect_uri') ?? (others.length === 0 ? only : '');
  if (!mayRedirect(client, redirectUri)) {
    return refused(`“${client.name}” names an address that is not its own.`);
  }

  const answer = (fields: Record<string, string>) => {
    const address = new URL(redirectUri);
    const state = one('state');
    const all = { ...fields, ...(state !== null && { state }), iss: siteUrl };
    for (const [name, value] of Object.entries(all)) address.searchParams.set(name, value);
    return address.href;
  };
  const wrong = (error: string, reason: string): ReadRequest => ({
    ...refused(`“${client.name}” asked in a way that Earshot does not support.`),
    back: answer({ error, error_description: reason }),
  });

  if (one('response_type') !== 'code') {
    return wrong('unsupported_response_type', 'response_type must be code');
  }
  if (!['query', null].includes(one('response_mode'))) {
    return wrong('invalid_request', 'response_mode must be query');
  }
  const challenge = one('code_challenge') ?? '';
  if (one('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge)) {
    return wrong('invalid_request', 'PKCE with S256 is required');
  }
  if (!isOwnResource(one('resource'), siteUrl)) {
    return wrong('invalid_target', `resource must be ${resourceOf(siteUrl)}`);
  }
  const scopes = scopesOf(one('scope'));
  if (scopes.length === 0) {
    return wrong('invalid_scope', `scope may be ${APP_SCOPES.join(', ')}`);
  }
  return { kind: 'valid', request: { client, redirectUri, challenge, scopes, answer } };
}

/** All scopes if none is named. Unknown ones, such as `offline_access`, are left out. */
function scopesOf(named: string | null): AppScope[] {
  if (named === null || named.trim() === '') return [...APP_SCOPES];
  const words = named.split(' ');
  return APP_SCOPES.filter((scope) => words.includes(scope));
}

function refused(message: string) {
  return { kind: 'refused' as const, message: `${message} Go back to the app and try again.` };
}
