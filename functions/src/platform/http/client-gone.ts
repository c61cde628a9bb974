import type { ServerResponse } from 'node:http';

/** Aborts if the connection closes before the response is sent. */
export function clientGone(reply: Pick<ServerResponse, 'on' | 'writableFinished'>): AbortSignal {
  const gone = new AbortController();
  reply.on('close', () => {
    if (!reply.writableFinished) gone.abort();
  });
  return gone.signal;
}
