import { APP_SCOPES } from '../../contract/index.ts';
import { resourceOf } from '../../accounts/app-request.ts';

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

export const OAUTH_PATHS = {
  register: '/api/oauth/register',
  token: '/api/oauth/token',
  revoke: '/api/oauth/revoke',
} as const;

/** The documents by which an app finds out how to connect, by their path. */
export function metadataAt(path: string, siteUrl: string): Record<string, unknown> | null {
  switch (path) {
    case RESOURCE_METADATA:
    case `${RESOURCE_METADATA}/mcp`:
      return resourceMetadata(siteUrl);
    case '/.well-known/oauth-authorization-server':
      return serverMetadata(siteUrl);
    default:
      return null;
  }
}

/** The header of a 401 or 403 (RFC 9728, RFC 6750): from it, an app learns where its person can sign in. */
export function challengeOf(siteUrl: string, error?: 'invalid_token' | 'insufficient_scope') {
  const parts = {
    realm: 'Earshot',
    ...(error && { error }),
    scope: APP_SCOPES.join(' '),
    resource_metadata: `${siteUrl}${RESOURCE_METADATA}/mcp`,
  };
  const list = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
  return `Bearer ${list.join(', ')}`;
}

/** RFC 9728. */
function resourceMetadata(siteUrl: string) {
  return {
    resource: resourceOf(siteUrl),
    resource_name: 'Earshot',
    authorization_servers: [siteUrl],
    scopes_supported: APP_SCOPES,
    bearer_methods_supported: ['header'],
    resource_documentation: `${siteUrl}/developers`,
    resource_policy_uri: `${siteUrl}/privacy`,
    resource_tos_uri: `${siteUrl}/terms`,
  };
}

/** RFC 8414. Claude fetches an app's own document only if it finds both `none` and the last field. */
function serverMetadata(siteUrl: string) {
  return {
    issuer: siteUrl,
    authorization_endpoint: `${siteUrl}/authorize`,
    token_endpoint: `${siteUrl}${OAUTH_PATHS.token}`,
    registration_endpoint: `${siteUrl}${OAUTH_PATHS.register}`,
    revocation_endpoint: `${siteUrl}${OAUTH_PATHS.revoke}`,
    scopes_supported: APP_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${siteUrl}/developers`,
    client_id_metadata_document_supported: true,
  };
}
