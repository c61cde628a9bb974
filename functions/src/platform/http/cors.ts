import type { Reply } from './respond.ts';

interface CorsRequest {
  method: string;
  headers: Record<string, string | string[] | undefined>;
}

/** Returns true if it answered a preflight. The site needs no CORS, because it calls its own origin. */
export function allowOrigins(
  origins: string[],
  request: CorsRequest,
  reply: Reply & { end(): unknown },
): boolean {
  const { origin } = request.headers;
  reply.set('Vary', 'Origin');
  const allowed = typeof origin === 'string' && origins.includes(origin);
  if (allowed) reply.set('Access-Control-Allow-Origin', origin);
  if (request.method !== 'OPTIONS') return false;
  if (allowed) {
    reply.set('Access-Control-Allow-Methods', 'GET, POST');
    reply.set('Access-Control-Allow-Headers', 'Content-Type, Authorization, Prefer');
    reply.set('Access-Control-Max-Age', '3600');
  }
  reply.status(204);
  reply.end();
  return true;
}
