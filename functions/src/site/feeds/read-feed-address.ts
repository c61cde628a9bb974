import { tokenHash } from '../../delivery/channels/channel-secrets.ts';

export type FeedFormat = 'rss' | 'json';

/** Parses `/feeds/{token}.xml` or `.json`. Returns the hash, never the token itself; null for any other path. */
export function readFeedAddress(path: string): { hash: string; format: FeedFormat } | null {
  const [, token = '', extension] = /^\/feeds\/([^/]+)\.(xml|json)$/.exec(path) ?? [];
  const hash = tokenHash(token);
  return hash === null ? null : { hash, format: extension === 'xml' ? 'rss' : 'json' };
}
