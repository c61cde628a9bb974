import { registerClient } from '../../accounts/app-client.ts';
import { isOwnResource, resourceOf } from '../../accounts/app-request.ts';
import {
  ACCESS_KEPT_MS,
  type AppTokens,
  connectApp,
  renewApp,
  revokeAppToken,
} from '../../accounts/firestore-apps.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { OAUTH_PATHS } from './oauth-metadata.ts';

export interface OAuthRequest {
  path: string;
  contentType: string;
  body: Uint8Array;
  siteUrl: string;
}

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** Answers a POST to one of {@link OAUTH_PATHS}; null for another path. Errors are those of RFC 6749, 7591 and 8707. */
export async function answerOAuth(
  { path, contentType, body, siteUrl }: OAuthRequest,
  nowMs: number,
): Promise<Answer | null> {
  if (path === OAUTH_PATHS.register) return register(parseJson(body), nowMs);
  if (path !== OAUTH_PATHS.token && path !== OAUTH_PATHS.revoke) return null;
  const given = formOf(contentType, body);
  if (given === null) {
    return refused('invalid_request', 'send a form (application/x-www-form-urlencoded)');
  }
  const repeated = [...given.keys()].some((name) => given.getAll(name).length > 1);
  if (repeated) return refused('invalid_request', 'a parameter is repeated');
  if (path === OAUTH_PATHS.revoke) {
    await revokeAppToken(given.get('token') ?? '', nowMs);
    return { status: 200, body: {} };
  }
  if (!isOwnResource(given.get('resource'), siteUrl)) {
    return refused('invalid_target', `resource must be ${resourceOf(siteUrl)}`);
  }
  return token(given, nowMs);
}

function register(metadata: unknown, nowMs: number): Answer {
  const client = registerClient(metadata);
  if (client === null) {
    const reason =
      'redirect_uris must be up to ten addresses: https, http on localhost, or the scheme of a program; 1,400 characters in all';
    return refused('invalid_redirect_uri', reason);
  }
  const body = {
    client_id: client.id,
    client_id_issued_at: Math.floor(nowMs / 1000),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  return { status: 201, body };
}

async function token(given: URLSearchParams, nowMs: number): Promise<Answer> {
  const clientId = given.get('client_id') ?? '';
  switch (given.get('grant_type')) {
    case 'authorization_code': {
      const code = given.get('code') ?? '';
      const verifier = given.get('code_verifier') ?? '';
      const redirectUri = given.get('redirect_uri');
      return tokensOr(await connectApp({ code, clientId, redirectUri, verifier }, nowMs));
    }
    case 'refresh_token': {
      const refresh = given.get('refresh_token') ?? '';
      return tokensOr(await renewApp({ refresh, clientId }, nowMs));
    }
    case null:
    default:
      return refused('unsupported_grant_type', 'use authorization_code or refresh_token');
  }
}

function tokensOr(tokens: AppTokens | null): Answer {
  if (tokens === null) return refused('invalid_grant', 'ask the person to connect the app again');
  const body = {
    access_token: tokens.access,
    token_type: 'Bearer',
    expires_in: ACCESS_KEPT_MS / 1000,
    refresh_token: tokens.refresh,
    scope: tokens.scopes.join(' '),
  };
  return { status: 200, body };
}

function refused(error: string, reason: string): Answer {
  return { status: 400, body: { error, error_description: reason } };
}

function formOf(contentType: string, body: Uint8Array): URLSearchParams | null {
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType)) return null;
  return new URLSearchParams(new TextDecoder().decode(body));
}
