/** The little of an HTTP request that tells who is calling. */
export interface CallerSource {
  headers: Record<string, string | string[] | undefined>;
  socket: { remoteAddress?: string | undefined };
}

/**
 * The address a call comes from, for rate limits only: it is never stored or logged.
 *
 * Behind Firebase Hosting the forwarded list ends in the CDN's own address and the visitor's is in
 * `fastly-client-ip`; on a direct call Google's front end appends the visitor's address to the list.
 * A direct caller can forge the first, so this limits honest traffic and carelessness, not attacks.
 */
export function callerAddress({ headers, socket }: CallerSource): string {
  const fromHosting = headers['fastly-client-ip'];
  if (typeof fromHosting === 'string' && fromHosting !== '') return fromHosting;
  const forwarded = headers['x-forwarded-for'];
  const list = Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '');
  const nearest = list.split(',').at(-1)?.trim();
  return nearest || (socket.remoteAddress ?? 'unknown');
}
