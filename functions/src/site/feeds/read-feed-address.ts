import { tokenHash } from '../../delivery/channels/channel-secrets.ts';

export type FeedFormat = 'rss' | 'json';

/** `/feeds/{token}.xml` or `.json`; null for any other path. Returns only the token's hash. */
export function readFeedAddress(path: string): { hash: string; format: FeedFormat } | null {
  const [, token = '', extension] = /^\/feeds\/([^/]+)\.(xml|json)$/.exec(path) ?? [];
  const hash = tokenHash(token);
  return hash === null ? null : { hash, format: extension === 'xml' ? 'rss' : 'json' };
}
