import { onRequest } from 'firebase-functions/v2/https';
import { REGION, secretsOf } from '../platform/runtime-options.ts';
import { MAX_BODY_BYTES } from '../contract/index.ts';
import { guardFunction } from '../platform/http/guard-request.ts';

guardFunction('api', { maxBytes: MAX_BODY_BYTES, methods: ['POST', 'PATCH'] });

/** Serves `/api/v1/…` and, for agents, `/mcp`. */
export const api = onRequest(
  {
    region: REGION,
    memory: '1GiB', // the catalogue's copy, twice during a change
    timeoutSeconds: 30,
    concurrency: 80,
    maxInstances: 10,
    cors: false,
    secrets: secretsOf('catalogue'),
  },
  async (request, reply) => {
    // Lazy: other functions start without loading the MCP library.
    const { serveApi } = await import('./serve-api.ts');
    await serveApi(request, reply);
  },
);
