import type { ServerResponse } from 'node:http';

/** A signal that aborts if the connection closes before the response was sent. */
export function clientGone(reply: Pick<ServerResponse, 'on' | 'writableFinished'>): AbortSignal {
  const gone = new AbortController();
  reply.on('close', () => {
    if (!reply.writableFinished) gone.abort();
  });
  return gone.signal;
}
